package io.polybloom.lettuce;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import java.util.concurrent.CompletableFuture;

/** A second connection of our own to the one server of a client: a WAIT there holds up nobody else. */
final class OwnLink implements LinkTransport.Links {

    private final SharedConnection connection;

    OwnLink(RedisClient client) {
        this.connection = new SharedConnection(client, () -> client.connect(ByteArrayCodec.INSTANCE));
    }

    @Override
    public CompletableFuture<? extends StatefulConnection<byte[], byte[]>> toPrimaryOf(byte[] key) {
        return connection.get();
    }

    /** A server that redirects belongs to a cluster, whose client is another one. */
    @Override
    public CompletableFuture<? extends StatefulConnection<byte[], byte[]>> to(String address) {
        return CompletableFuture.failedFuture(
                new IllegalStateException("the server is a node of a cluster: use a RedisClusterClient"));
    }

    @Override
    public void refresh() {
        // Lettuce itself connects again, and asks the sentinels if there are any.
    }

    @Override
    public boolean leadToMany() {
        return false;
    }
}
