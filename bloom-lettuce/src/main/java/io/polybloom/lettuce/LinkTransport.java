package io.polybloom.lettuce;

import static java.util.concurrent.CompletableFuture.completedFuture;

import io.lettuce.core.RedisException;
import io.lettuce.core.api.StatefulConnection;
import io.polybloom.spi.Batch;
import io.polybloom.spi.ClientClosedException;
import io.polybloom.spi.Command;
import io.polybloom.spi.RedirectedBatch;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Sends the batches that {@linkplain RedirectedBatch#isNeededFor must stay together} on connections that nobody else
 * uses, each to one server, and all others on the connection that all filters of the client share.
 */
final class LinkTransport implements Transport<CompletionStage<List<Reply>>> {

    /** Finds connections that lead to one server. */
    interface Links {

        /**
         * Returns the connection to the primary of a key, as far as the client knows.
         *
         * @param exchange what the connection is needed for
         */
        CompletableFuture<? extends StatefulConnection<byte[], byte[]>> toPrimaryOf(
                byte[] key, CompletionStage<?> exchange);

        /**
         * Returns the connection to another server, if there may be several.
         *
         * @param address of the form host:port
         * @param exchange what the connection is needed for
         */
        CompletableFuture<? extends StatefulConnection<byte[], byte[]>> to(String address, CompletionStage<?> exchange);

        /** Lets the client learn which nodes there are, since one of them does not answer. */
        void refresh();

        /**
         * Returns whether the caller has closed the client of a link. In a cluster, Lettuce itself also closes links,
         * to nodes that it no longer needs.
         */
        boolean areClosedWith(StatefulConnection<?, ?> link);

        /** Returns whether there may be more than one server. */
        boolean leadToMany();
    }

    private final LettuceTransport others;
    private final Links links;
    private final @Nullable LinkTransport acknowledging;
    private final Map<StatefulConnection<?, ?>, Link> known = Collections.synchronizedMap(new WeakHashMap<>());

    private LinkTransport(LettuceTransport others, Links links, @Nullable LinkTransport acknowledging) {
        this.others = others;
        this.links = links;
        this.acknowledging = acknowledging;
    }

    /**
     * Creates a transport on a client.
     *
     * @param forGroups the connections for groups
     * @param forWaits the connections for WAIT, which holds up all commands behind it
     */
    static LinkTransport onClient(LettuceTransport others, Links forGroups, Links forWaits) {
        return new LinkTransport(others, forGroups, new LinkTransport(others, forWaits, null));
    }

    @Override
    public CompletionStage<List<Reply>> send(Batch batch) {
        if (!RedirectedBatch.isNeededFor(batch)) {
            return others.send(batch);
        }
        CompletableFuture<Void> end = new CompletableFuture<>();
        return send(
                        new RedirectedBatch(batch),
                        links.toPrimaryOf(batch.commands().get(0).key(), end),
                        false,
                        end)
                .whenComplete((replies, failure) -> end.complete(null));
    }

    private CompletableFuture<List<Reply>> send(
            RedirectedBatch batch,
            CompletableFuture<? extends StatefulConnection<byte[], byte[]>> link,
            boolean asking,
            CompletionStage<?> end) {
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
                    return redirect.isEmpty() || !links.leadToMany()
                            ? completedFuture(batch.replies())
                            : send(
                                    batch,
                                    links.to(RedirectedBatch.target(redirect.get()), end),
                                    RedirectedBatch.isAsk(redirect.get()),
                                    end);
                });
    }

    private CompletableFuture<List<Reply>> exchange(
            StatefulConnection<byte[], byte[]> connected, List<Command> commands, boolean asking) {
        if (links.areClosedWith(connected)) {
            return completedFuture(LettuceTransport.notSent(
                    commands.size(), new ClientClosedException(new RedisException("Connection is closed"))));
        }
        Optional<Reply.Failure> refused = Reply.outwaiting(connected.getTimeout(), commands);
        if (refused.isPresent()) {
            return completedFuture(Collections.nCopies(commands.size(), refused.get()));
        }
        return known.computeIfAbsent(connected, Link::of)
                .send(connected, commands, asking, () -> links.areClosedWith(connected));
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
        return acknowledging != null || !links.leadToMany();
    }

    @Override
    public boolean sendsGroups() {
        return true;
    }

    @Override
    public Transport<CompletionStage<List<Reply>>> acknowledging() {
        return acknowledging == null ? this : acknowledging;
    }
}
