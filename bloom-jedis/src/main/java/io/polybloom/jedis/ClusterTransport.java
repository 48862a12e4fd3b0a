package io.polybloom.jedis;

import static redis.clients.jedis.util.JedisClusterCRC16.getSlot;

import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.ConnectionTransport;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.RedirectedBatch;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Connection;
import redis.clients.jedis.ConnectionPool;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.exceptions.JedisAskDataException;
import redis.clients.jedis.exceptions.JedisClusterOperationException;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.exceptions.JedisMovedDataException;
import redis.clients.jedis.exceptions.JedisRedirectionException;

/**
 * Runs batches on the primaries of a cluster and follows redirects: a redirected command had no effect, so it may be
 * sent again. The redirected commands of a batch stay in order, and each connection is returned before the next is
 * borrowed. The two cluster clients of Jedis have no common type with the required methods, so these are passed one by
 * one.
 *
 * @param client the client
 * @param connectionToSlot borrows a connection to the primary of a slot, as far as the client knows
 * @param nodes the pools of the nodes that the client knows, by host and port
 * @param refresh makes the client reread the topology of the cluster, and so learn which node owns a key
 */
record ClusterTransport(
        UnifiedJedis client,
        IntFunction<Connection> connectionToSlot,
        Supplier<Map<String, ConnectionPool>> nodes,
        Consumer<byte[]> refresh)
        implements Transport<InFlight> {

    /** The maximum number of redirects that a command follows; Jedis's own default for attempts. */
    private static final int MOST_REDIRECTS = 5;

    @Override
    public InFlight send(Batch batch) {
        List<Command> commands = batch.commands();
        if (RedirectedBatch.isNeededFor(batch)) {
            RedirectedBatch together = new RedirectedBatch(batch);
            InFlight sent = sendToPrimary(together.commands());
            return () -> follow(together, await(sent, commands));
        }
        InFlight sent = sendToPrimary(commands);
        return () -> {
            List<Reply> first = await(sent, commands);
            List<Reply> replies = follow(commands, first, MOST_REDIRECTS);
            return first.stream().allMatch(reply -> redirectIn(reply) == null)
                    ? replies
                    : readLate(batch, first, replies);
        };
    }

    /**
     * Repeats the reads that were executed before a redirected command of an {@linkplain Batch#rounds earlier round}.
     */
    private List<Reply> readLate(Batch batch, List<Reply> first, List<Reply> replies) {
        List<Reply> inOrder = new ArrayList<>(replies);
        boolean isLate = false;
        for (List<Integer> round : batch.rounds()) {
            List<Integer> reads = round.stream()
                    .filter(i -> !batch.commands().get(i).isWrite())
                    .toList();
            if (isLate && !reads.isEmpty()) {
                List<Command> again = reads.stream().map(batch.commands()::get).toList();
                List<Reply> answers = follow(again, await(sendToPrimary(again), again), MOST_REDIRECTS);
                for (int i = 0; i < reads.size(); i++) {
                    inOrder.set(reads.get(i), answers.get(i));
                }
            }
            isLate |= round.stream().anyMatch(i -> redirectIn(first.get(i)) != null);
        }
        return inOrder;
    }

    /** Sends commands to the primary of their slot, as far as the client knows. */
    private InFlight sendToPrimary(List<Command> commands) {
        int slot = getSlot(commands.get(0).key());
        return send(commands, () -> connectionToSlot.apply(slot), false);
    }

    /**
     * Returns true. A client whose connections are in READONLY mode also reads from a primary that was demoted, until
     * it learns of that.
     */
    @Override
    public boolean redirects() {
        return true;
    }

    @Override
    public boolean sendsGroups() {
        return true;
    }

    @Override
    public Transport<InFlight> acknowledging() {
        return this;
    }

    /** Sends what was redirected, on one connection each time. */
    private List<Reply> follow(RedirectedBatch batch, List<Reply> first) {
        Optional<Reply.Failure> redirect = batch.take(first);
        while (redirect.isPresent()) {
            List<Command> commands = batch.commands();
            JedisRedirectionException target = redirectIn(redirect.get());
            redirect = batch.take(await(sendTo(Objects.requireNonNull(target), commands), commands));
        }
        return batch.replies();
    }

    private List<Reply> follow(List<Command> commands, List<Reply> replies, int redirectsLeft) {
        JedisRedirectionException redirect = null;
        List<Command> redirected = new ArrayList<>();
        for (int i = 0; i < replies.size(); i++) {
            JedisRedirectionException here = redirectIn(replies.get(i));
            if (here != null) {
                redirected.add(commands.get(i));
                redirect = redirect == null ? here : redirect;
            }
        }
        if (redirect == null || redirectsLeft == 0) {
            return replies;
        }
        List<Reply> answers = await(sendTo(redirect, redirected), redirected);
        Iterator<Reply> later = follow(redirected, answers, redirectsLeft - 1).iterator();
        return replies.stream()
                .map(reply -> redirectIn(reply) == null ? reply : later.next())
                .toList();
    }

    private InFlight sendTo(JedisRedirectionException target, List<Command> commands) {
        return send(commands, () -> borrow(target, commands.get(0)), target instanceof JedisAskDataException);
    }

    private static InFlight send(List<Command> commands, Supplier<Connection> pool, boolean asking) {
        return new ConnectionTransport(() -> new PooledConnection(pool.get(), asking)).send(commands);
    }

    private Connection borrow(JedisRedirectionException redirect, Command command) {
        if (redirect instanceof JedisMovedDataException) {
            refresh.accept(command.key());
        }
        String target = redirect.getTargetNode().toString();
        ConnectionPool pool = nodes.get().get(target);
        if (pool == null) {
            // A node without slots is in no topology. The client adds it when a command of its own is redirected there.
            // That must be a read, since the client repeats a failed command.
            client.pttl(command.key());
            pool = nodes.get().get(target);
        }
        if (pool == null) {
            throw new JedisClusterOperationException("the client does not know the node of: " + redirect.getMessage());
        }
        return pool.getResource();
    }

    /** Waits for replies. Jedis learns of a failover from its own failing commands only, so it is told of ours. */
    private List<Reply> await(InFlight sent, List<Command> commands) {
        List<Reply> replies = sent.await();
        Reply last = replies.get(replies.size() - 1);
        if (last instanceof Reply.Failure failure && failure.cause() instanceof JedisConnectionException broken) {
            try {
                refresh.accept(commands.get(0).key());
            } catch (JedisException alsoBroken) {
                broken.addSuppressed(alsoBroken);
            }
        }
        return replies;
    }

    private static @Nullable JedisRedirectionException redirectIn(Reply reply) {
        return reply instanceof Reply.Failure failure && failure.cause() instanceof JedisRedirectionException redirect
                ? redirect
                : null;
    }
}
