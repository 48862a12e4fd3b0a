package io.polybloom.lettuce;

import static java.util.concurrent.CompletableFuture.completedFuture;

import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.RedisException;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.masterreplica.StatefulRedisMasterReplicaConnection;
import io.polybloom.spi.Batch;
import io.polybloom.spi.ClientClosedException;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.WeakHashMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Sends batches on a connection that others may also use. So it sends no groups, since commands of other users could
 * come between those of a group, and no {@code WAIT} for replicas, which would make the other users wait: for both
 * there is a {@link LinkTransport}.
 */
final class LettuceTransport implements Transport<CompletionStage<List<Reply>>> {

    /**
     * The maximum number of times that commands of a batch are handed to Lettuce because the server has answered the
     * first of them before the last one was there. Each time another user must flush the connection while this thread
     * is held up between two commands. From the second time on this is nearly always the connection's own thread, which
     * hands over all commands before it flushes any.
     */
    private static final int ATTEMPTS = 5;

    private final Function<CompletionStage<?>, CompletableFuture<StatefulConnection<byte[], byte[]>>> connection;

    private final boolean isCluster;

    private volatile @Nullable Watched latest;

    /**
     * Creates a transport.
     *
     * @param connection returns the connection for an exchange, until that has ended
     */
    LettuceTransport(
            Function<CompletionStage<?>, CompletableFuture<StatefulConnection<byte[], byte[]>>> connection,
            boolean isCluster) {
        this.connection = connection;
        this.isCluster = isCluster;
    }

    @Override
    public CompletionStage<List<Reply>> send(Batch batch) {
        CompletableFuture<Void> end = new CompletableFuture<>();
        return connection
                .apply(end)
                .handle((connected, failure) ->
                        connected == null ? unreachable(batch, failure) : exchange(connected, batch))
                .thenCompose(stage -> stage)
                .whenComplete((replies, failure) -> end.complete(null));
    }

    /** Returns true: Lettuce routes each command by its key, and pipelines them all. */
    @Override
    public boolean joinsSlots() {
        return true;
    }

    /** Returns true for a cluster: Lettuce routes each command by its key, never to a connection that only reads. */
    @Override
    public boolean redirects() {
        return isCluster;
    }

    /** Returns 2: one batch at the server while another one is on its way back. */
    @Override
    public int window() {
        return 2;
    }

    @Override
    public Transport<CompletionStage<List<Reply>>> acknowledging() {
        throw new IllegalArgumentException("acknowledgedBy needs a connection that nobody else uses, since WAIT"
                + " holds up all commands behind it: open the filter on a client, not on a connection");
    }

    private static CompletableFuture<List<Reply>> unreachable(Batch batch, Throwable failure) {
        return completedFuture(notSent(batch.size(), failure));
    }

    private CompletableFuture<List<Reply>> exchange(StatefulConnection<byte[], byte[]> connected, Batch batch) {
        if (PendingCommands.isClosed(connected)) {
            return completedFuture(
                    notSent(batch.size(), new ClientClosedException(new RedisException("Connection is closed"))));
        }
        Optional<Reply.Failure> refused = Reply.outwaiting(connected.getTimeout(), batch.commands());
        if (refused.isPresent()) {
            return completedFuture(Collections.nCopies(batch.size(), refused.get()));
        }
        if (isCluster) {
            return new Rounds(connected, batch).run(batch.rounds().iterator());
        }
        return batch.proofs() > 0
                ? afterProof(connected, batch, () -> true, ATTEMPTS)
                : new PendingCommands(connected, GuardedCommand.of(batch, () -> true))
                        .start(PendingCommands.Way.IN_ONE_WRITE, Runnable::run);
    }

    /**
     * Sends a batch that begins with a proof. If commands come too late for it, and no write was sent, the batch begins
     * again. Otherwise only those commands follow, and only on the link that the others were sent on: what they read
     * may vouch for the others.
     */
    private CompletableFuture<List<Reply>> afterProof(
            StatefulConnection<byte[], byte[]> connected, Batch batch, BooleanSupplier mayBeSent, int attempts) {
        Losses losses = lossesOf(connected);
        int before = losses.count();
        List<GuardedCommand> commands = GuardedCommand.of(batch, mayBeSent);
        return new PendingCommands(connected, commands)
                .start(PendingCommands.Way.IN_ONE_WRITE, Runnable::run)
                .thenCompose(replies -> {
                    int late = GuardedCommand.firstLate(batch, commands, replies);
                    if (attempts == 1 || late == batch.size() || GuardedCommand.mayHaveWritten(batch, commands, late)) {
                        return completedFuture(replies);
                    }
                    if (!GuardedCommand.mayHaveWritten(batch, commands, 0)) {
                        return afterProof(connected, batch, mayBeSent, attempts - 1);
                    }
                    // A connection to a primary and its replicas has several links, and does not tell when it loses
                    // one.
                    if (replies.get(0) instanceof Reply.Failure
                            || connected instanceof StatefulRedisMasterReplicaConnection) {
                        return completedFuture(replies);
                    }
                    BooleanSupplier onSameLink = () -> mayBeSent.getAsBoolean() && losses.count() == before;
                    return sendRest(connected, batch, replies.subList(0, late), onSameLink, attempts - 1);
                });
    }

    /** Sends the commands that came too late after another proof; if that is refused, no reply counts. */
    private CompletableFuture<List<Reply>> sendRest(
            StatefulConnection<byte[], byte[]> connected,
            Batch batch,
            List<Reply> before,
            BooleanSupplier mayBeSent,
            int attempts) {
        return afterProof(connected, batch.restAfterProofs(before.size()), mayBeSent, attempts)
                .thenApply(answered -> {
                    int proofs = batch.proofs();
                    List<Reply> replies = new ArrayList<>(batch.size());
                    replies.addAll(answered.subList(0, proofs));
                    replies.addAll(before.subList(proofs, before.size()));
                    replies.addAll(answered.subList(proofs, answered.size()));
                    return replies;
                });
    }

    /** Counts how often a connection has lost its link. */
    private static final class Losses implements RedisConnectionStateListener {

        /** For each connection the only one: a connection keeps its listeners as long as it lives. */
        private static final Map<StatefulConnection<?, ?>, Losses> KNOWN =
                Collections.synchronizedMap(new WeakHashMap<>());

        private final AtomicInteger count = new AtomicInteger();

        static Losses of(StatefulConnection<?, ?> connection) {
            return KNOWN.computeIfAbsent(connection, first -> {
                Losses losses = new Losses();
                connection.addListener(losses);
                return losses;
            });
        }

        int count() {
            return count.get();
        }

        @Override
        public void onRedisDisconnected(RedisChannelHandler<?, ?> lost) {
            count.incrementAndGet();
        }
    }

    /** A connection, with its losses: nearly always the one that was used before. */
    private record Watched(StatefulConnection<?, ?> connection, Losses losses) {}

    private Losses lossesOf(StatefulConnection<?, ?> connection) {
        Watched known = latest;
        if (known == null || known.connection() != connection) {
            known = new Watched(connection, Losses.of(connection));
            latest = known;
        }
        return known.losses();
    }

    /**
     * Sends a batch to a cluster in rounds. A redirect may let one command overtake another, so commands that must not
     * overtake others wait. If a reply is lost, nothing more is sent for the partition that it is about. The other
     * partitions of a joined batch may be on nodes that answer.
     */
    private static final class Rounds {

        private final StatefulConnection<byte[], byte[]> connected;
        private final List<GuardedCommand> commands;
        private final List<Integer> ends;
        private final Reply[] replies;

        Rounds(StatefulConnection<byte[], byte[]> connected, Batch batch) {
            this.connected = connected;
            this.commands = GuardedCommand.of(batch, () -> true);
            this.ends = batch.ends();
            this.replies = new Reply[batch.size()];
        }

        CompletableFuture<List<Reply>> run(Iterator<List<Integer>> rounds) {
            List<Integer> wanted = new ArrayList<>();
            for (int index : rounds.next()) {
                Throwable lost = lostBefore(index);
                if (lost == null) {
                    wanted.add(index);
                } else {
                    replies[index] = Reply.Failure.notSent(lost);
                }
            }
            return exchange(wanted)
                    .thenCompose(answered -> rounds.hasNext() ? run(rounds) : completedFuture(List.of(replies)));
        }

        private CompletableFuture<Void> exchange(List<Integer> round) {
            if (round.isEmpty()) {
                return completedFuture(null);
            }
            PendingCommands next = new PendingCommands(
                    connected, round.stream().map(commands::get).toList());
            return next.start(PendingCommands.Way.ONE_BY_ONE, Runnable::run).thenAccept(answers -> {
                for (int i = 0; i < round.size(); i++) {
                    replies[round.get(i)] = answers.get(i);
                }
            });
        }

        /** Returns why an earlier reply of the command's own batch was lost; null if none was. */
        private @Nullable Throwable lostBefore(int index) {
            int first = 0;
            for (int end : ends) {
                if (end > index) {
                    break;
                }
                first = end;
            }
            return firstLost(Arrays.stream(replies, first, index)
                    .filter(Objects::nonNull)
                    .toList());
        }
    }

    static @Nullable Throwable firstLost(List<Reply> replies) {
        for (Reply reply : replies) {
            if (reply instanceof Reply.Failure failure && failure.serverError() == null) {
                return failure.cause();
            }
        }
        return null;
    }

    static List<Reply> notSent(int commands, Throwable reason) {
        return Collections.nCopies(commands, Reply.Failure.notSent(reason));
    }
}
