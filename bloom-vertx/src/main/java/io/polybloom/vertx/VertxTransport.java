package io.polybloom.vertx;

import static io.vertx.core.Future.succeededFuture;

import io.polybloom.spi.Batch;
import io.polybloom.spi.RedirectedBatch;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import io.polybloom.spi.WireGroup;
import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisCluster;
import io.vertx.redis.client.RedisConnection;
import io.vertx.redis.client.Request;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Sends batches through a Vert.x Redis client.
 *
 * <p>A connection is borrowed, since a failure to get one proves that nothing was sent. It pipelines commands that are
 * sent without waiting; a connection to a cluster finds the node of each command. The client's own {@code batch}, which
 * spends less on each command, returns one failure in place of all replies, follows no redirect in a cluster, and can
 * throw. It is used for reads, where this can be compensated, and where commands must not be separated. {@code send}
 * repeats a command only after an error reply.
 */
final class VertxTransport implements Transport<Future<List<Reply>>> {

    private static final Request ASKING = Request.cmd(Command.ASKING);

    /**
     * The connection of a client that follows failovers by itself ({@code setAutoFailover}): between two commands, the
     * client may replace what it leads to by a connection to another server. Before that, it returns the former one to
     * its pool, which may lend it while replies are still to come.
     */
    private static final String REPLACED_ON_FAILOVER = "io.vertx.redis.client.impl.RedisSentinelConnection";

    private final boolean isCluster;
    private final boolean asks;
    private final @Nullable NodeTransport toNodes;
    private final Requests toPrimary;
    private final BatchQueue queue;

    /**
     * Creates a transport.
     *
     * @param toPrimary makes requests that the client routes to the primary of their key
     */
    VertxTransport(Redis redis, Requests toPrimary) {
        this(redis, toPrimary, false, null);
    }

    private VertxTransport(
            Redis redis, Requests toPrimary, boolean asks, @Nullable Function<String, Redis> clientsOfNodes) {
        this.isCluster = isCluster(redis);
        this.toPrimary = toPrimary;
        this.asks = asks;
        this.toNodes = clientsOfNodes == null ? null : new NodeTransport(this, redis, clientsOfNodes);
        this.queue = new BatchQueue(redis, this::exchange);
    }

    /** Creates a transport on a cluster whose nodes have clients of their own, by their addresses, host:port. */
    static VertxTransport onCluster(Redis redis, Requests toPrimary, Function<String, Redis> clientsOfNodes) {
        return new VertxTransport(redis, toPrimary, false, clientsOfNodes);
    }

    /**
     * Creates a transport to one node of a cluster.
     *
     * @param asks whether each command follows up an ASK redirect
     */
    static VertxTransport toNode(Redis redis, Requests toPrimary, boolean asks) {
        return new VertxTransport(redis, toPrimary, asks, null);
    }

    /** Returns whether the client may replace what a connection leads to, and lend that a second time. */
    static boolean isReplacedOnFailover(RedisConnection connection) {
        return connection.getClass().getName().equals(REPLACED_ON_FAILOVER);
    }

    private static boolean isCluster(Redis redis) {
        try {
            RedisCluster.create(redis);
            return true;
        } catch (IllegalArgumentException another) {
            return false;
        }
    }

    /**
     * Returns 2: one batch at the server while another one is on its way back. More batches have shown no measurable
     * gain.
     */
    @Override
    public int window() {
        return 2;
    }

    @Override
    public boolean joinsSlots() {
        return true;
    }

    /**
     * Returns true for a cluster, whose connection chooses a node for each command. A client that may read from
     * replicas also reads from a primary that was demoted, until it learns of that.
     */
    @Override
    public boolean redirects() {
        return isCluster;
    }

    @Override
    public Transport<Future<List<Reply>>> acknowledging() {
        if (!isCluster) {
            return this;
        }
        if (toNodes == null) {
            throw new IllegalArgumentException("acknowledgedBy needs a connection to the node of each write, and the"
                    + " client of a cluster shows none: use VertxBloom.on(cluster, nodes)");
        }
        return toNodes;
    }

    /** Returns false for a cluster, whose connection chooses a node for each command. */
    @Override
    public boolean sendsGroups() {
        return !isCluster;
    }

    @Override
    public Future<List<Reply>> send(Batch batch) {
        return queue.send(batch);
    }

    /**
     * Sends a batch. Reads that were sent at once are repeated one by one if a redirect or a full queue of the client
     * has hit any of them.
     */
    private Future<List<Reply>> exchange(RedisConnection connection, Batch batch) {
        if (batch.isGroup()) {
            return exchangeGroup(connection, batch);
        }
        if (batch.size() > 1 && isReplacedOnFailover(connection)) {
            if (RedirectedBatch.isNeededFor(batch) && renames(batch)) {
                return exchangeInGroup(connection, batch);
            }
            if (!mayBeRefusedHalfway(batch)) {
                return batch.isWrite() ? exchangeAtOnce(connection, batch.commands()) : askTogether(connection, batch);
            }
        }
        return (readsOneKey(batch) && !asks ? askTogether(connection, batch) : ask(connection, batch, false))
                .compose(all -> mayBeRepeated(batch, all) ? ask(connection, batch, true) : succeededFuture(all));
    }

    /**
     * Returns whether an error may be the answer to one command of a batch while the others count: another client may
     * have renamed the key already, and one of the server's own filters may be gone.
     */
    private static boolean mayBeRefusedHalfway(Batch batch) {
        return renames(batch) || batch.commands().get(0).verb().isOfModule() && !RedirectedBatch.isNeededFor(batch);
    }

    private static boolean renames(Batch batch) {
        return batch.commands().stream().anyMatch(command -> command.verb() == Verb.RENAMENX);
    }

    /** Returns whether a batch has several reads, all of one key on its primary. */
    static boolean readsOneKey(Batch batch) {
        if (batch.size() - batch.proofs() == 1 || batch.mayAskReplica() || batch.isGroup() || batch.isWrite()) {
            return false;
        }
        List<io.polybloom.spi.Command> reads = batch.commands().subList(batch.proofs(), batch.size());
        byte[] key = reads.get(0).key();
        return reads.stream().allMatch(command -> Arrays.equals(command.key(), key));
    }

    /** Returns whether some commands of a batch were answered, others failed, and all are reads. */
    static boolean mayBeRepeated(Batch batch, List<Reply> replies) {
        List<Reply> answers = replies.subList(batch.proofs(), replies.size());
        return replies.stream().anyMatch(Reply.Failure.class::isInstance)
                && !answers.stream().allMatch(Reply.Failure.class::isInstance)
                && !batch.isGroup()
                && !batch.isWrite();
    }

    /** All in one buffer: a queue that is full in the middle of a group would leave the connection without its EXEC. */
    private Future<List<Reply>> exchangeGroup(RedisConnection connection, Batch batch) {
        List<io.polybloom.spi.Command> commands = WireGroup.commands(batch);
        return together(connection, commands)
                .otherwise(failed -> ResponseReader.repliesOfGroup(failed, commands.size()))
                .map(sent -> WireGroup.replies(batch, sent));
    }

    /**
     * All in one buffer, and so to one server: a WAIT counts only there, and what a write witnesses was read there. If
     * any command fails, the replies to the others are lost.
     */
    private Future<List<Reply>> exchangeAtOnce(RedisConnection connection, List<io.polybloom.spi.Command> commands) {
        return together(connection, commands)
                .otherwise(failed -> ResponseReader.repliesOfGroup(failed, commands.size()).stream()
                        .map(reply -> reply instanceof Reply.Failure ? reply : Reply.Failure.noAnswer(failed))
                        .toList());
    }

    /**
     * Does as {@link #exchangeAtOnce}, but a command that is refused costs no other its reply: all replies are in that
     * to EXEC. The last command, a WAIT, stays after the group, within which it would not wait.
     */
    private Future<List<Reply>> exchangeInGroup(RedisConnection connection, Batch batch) {
        int last = batch.size() - 1;
        Batch group =
                new Batch(batch.server(), batch.orderingKey(), batch.commands().subList(0, last)).asGroup();
        List<io.polybloom.spi.Command> commands = new ArrayList<>(WireGroup.commands(group));
        commands.add(batch.commands().get(last));
        return exchangeAtOnce(connection, commands).map(sent -> {
            int waited = sent.size() - 1;
            List<Reply> replies = new ArrayList<>(WireGroup.replies(group, sent.subList(0, waited)));
            replies.add(sent.get(waited));
            return replies;
        });
    }

    /** Many reads in one buffer, or one by one if any of them fails, since the client then answers none of them. */
    private Future<List<Reply>> askTogether(RedisConnection connection, Batch batch) {
        return together(connection, batch.commands()).recover(failed -> ask(connection, batch, false));
    }

    private Future<List<Reply>> together(RedisConnection connection, List<io.polybloom.spi.Command> commands) {
        return succeededFuture(commands.stream().map(toPrimary::of).toList())
                .compose(connection::batch)
                .map(answers -> answers.stream().map(ResponseReader::reply).toList());
    }

    /** The answers are collected one after the other, since a future of all of them would carry no context. */
    private Future<List<Reply>> ask(RedisConnection connection, Batch batch, boolean inTurn) {
        Reply[] replies = new Reply[batch.size()];
        Future<Reply> collected = succeededFuture();
        for (List<Integer> round : inTurn ? oneByOne(batch) : rounds(batch)) {
            Future<Reply> start = collected;
            for (int i : round) {
                Request request = (batch.mayAskReplica() ? Requests.ofClient() : toPrimary)
                        .of(batch.commands().get(i));
                Future<Reply> answer = start.compose(done -> {
                    if (asks) {
                        ask(connection, ASKING);
                    }
                    return ask(connection, request);
                });
                collected = collected.compose(before -> answer).onSuccess(reply -> replies[i] = reply);
            }
        }
        return collected.map(last -> List.of(replies));
    }

    /** One connection to one server keeps reads in order by itself. */
    private List<List<Integer>> rounds(Batch batch) {
        boolean isInOrder = !isCluster && !batch.mayAskReplica() && !batch.isWrite();
        return isInOrder ? List.of(IntStream.range(0, batch.size()).boxed().toList()) : batch.rounds();
    }

    private static List<List<Integer>> oneByOne(Batch batch) {
        return IntStream.range(0, batch.size()).mapToObj(List::of).toList();
    }

    private static Future<Reply> ask(RedisConnection connection, Request request) {
        return succeededFuture(request)
                .compose(connection::send)
                .map(ResponseReader::reply)
                .otherwise(ResponseReader::failure);
    }
}
