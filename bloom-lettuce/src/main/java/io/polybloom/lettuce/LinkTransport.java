package io.polybloom.lettuce;

import static java.util.concurrent.CompletableFuture.completedFuture;

import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.RedisException;
import io.lettuce.core.api.StatefulConnection;
import io.polybloom.spi.Batch;
import io.polybloom.spi.ClientClosedException;
import io.polybloom.spi.Command;
import io.polybloom.spi.RedirectedBatch;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import java.net.SocketAddress;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Sends batches that wait for replicas on connections that nobody else uses, each to one server, and all others as the
 * transport of the same client does. After a reconnect Lettuce goes on with what it has not sent yet; but a WAIT on
 * another link than the write before it would wait for nothing. So no command of a batch is sent on another link than
 * the first one.
 */
final class LinkTransport implements Transport<CompletionStage<List<Reply>>> {

    /** Finds connections that lead to one server. */
    interface Links {

        /** Returns the connection to the primary of a key, as far as the client knows. */
        CompletableFuture<? extends StatefulConnection<byte[], byte[]>> toPrimaryOf(byte[] key);

        /** Returns the connection to a node of a cluster, at an address of the form host:port. */
        CompletableFuture<? extends StatefulConnection<byte[], byte[]>> to(String address);

        /** Lets the client learn which nodes there are, since one of them does not answer. */
        void refresh();

        /** Returns whether there may be more than one server. */
        boolean leadToMany();
    }

    private final LettuceTransport others;
    private final Links links;
    private final Map<StatefulConnection<?, ?>, AtomicLong> epochs = Collections.synchronizedMap(new WeakHashMap<>());

    LinkTransport(LettuceTransport others, Links links) {
        this.others = others;
        this.links = links;
    }

    @Override
    public CompletionStage<List<Reply>> send(Batch batch) {
        return RedirectedBatch.isNeededFor(batch)
                ? send(
                        new RedirectedBatch(batch),
                        links.toPrimaryOf(batch.commands().get(0).key()),
                        false)
                : others.send(batch);
    }

    private CompletableFuture<List<Reply>> send(
            RedirectedBatch batch,
            CompletableFuture<? extends StatefulConnection<byte[], byte[]>> link,
            boolean asking) {
        List<Command> commands = batch.commands();
        return link.handle((connected, failure) -> connected == null
                        ? completedFuture(LettuceTransport.notSent(commands.size(), failure))
                        : exchange(connected, commands, asking))
                .thenCompose(stage -> stage)
                .thenCompose(replies -> {
                    if (LettuceTransport.firstLost(replies) != null) {
                        links.refresh();
                    }
                    Optional<Reply.Failure> redirect = batch.take(replies);
                    return redirect.isEmpty()
                            ? completedFuture(batch.replies())
                            : send(
                                    batch,
                                    links.to(RedirectedBatch.target(redirect.get())),
                                    RedirectedBatch.isAsk(redirect.get()));
                });
    }

    private CompletableFuture<List<Reply>> exchange(
            StatefulConnection<byte[], byte[]> connected, List<Command> commands, boolean asking) {
        if (Exchange.isClosed(connected)) {
            return completedFuture(LettuceTransport.notSent(
                    commands.size(), new ClientClosedException(new RedisException("Connection is closed"))));
        }
        List<GuardedCommand> guarded = GuardedCommand.onOneLink(commands, epochOf(connected)::get);
        return asking ? Exchange.startAsking(connected, guarded) : Exchange.start(connected, guarded, true);
    }

    /** Returns the number of links that the connection has had, which changes before anything is sent on a new one. */
    private AtomicLong epochOf(StatefulConnection<?, ?> connected) {
        return epochs.computeIfAbsent(connected, first -> {
            AtomicLong epoch = new AtomicLong();
            connected.addListener(new RedisConnectionStateListener() {
                @Override
                public void onRedisConnected(RedisChannelHandler<?, ?> connection, SocketAddress address) {
                    epoch.incrementAndGet();
                }

                @Override
                public void onRedisDisconnected(RedisChannelHandler<?, ?> connection) {
                    epoch.incrementAndGet();
                }
            });
            return epoch;
        });
    }

    @Override
    public int window() {
        return others.window();
    }

    @Override
    public boolean redirects() {
        return links.leadToMany();
    }

    @Override
    public boolean joinsSlots() {
        return !links.leadToMany();
    }

    @Override
    public Transport<CompletionStage<List<Reply>>> acknowledging() {
        return this;
    }
}
