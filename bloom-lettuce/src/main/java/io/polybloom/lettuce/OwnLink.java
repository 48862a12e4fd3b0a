package io.polybloom.lettuce;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A connection of our own to the one server of a client, for batches that must stay together. */
final class OwnLink implements LinkTransport.Links {

    private final SharedConnection connection;

    OwnLink(RedisClient client) {
        this.connection = new SharedConnection(client, () -> client.connect(ByteArrayCodec.INSTANCE));
    }

    @Override
    public CompletableFuture<? extends StatefulConnection<byte[], byte[]>> toPrimaryOf(
            byte[] key, CompletionStage<?> exchange) {
        return connection.get(exchange);
    }

    @Override
    public CompletableFuture<? extends StatefulConnection<byte[], byte[]>> to(
            String address, CompletionStage<?> exchange) {
        throw new UnsupportedOperationException("there is only one server");
    }

    @Override
    public void refresh() {
        // Lettuce itself connects again, and asks the sentinels if there are any.
    }

    @Override
    public boolean areClosedWith(StatefulConnection<?, ?> link) {
        return PendingCommands.isClosed(link);
    }

    @Override
    public boolean leadToMany() {
        return false;
    }
}
