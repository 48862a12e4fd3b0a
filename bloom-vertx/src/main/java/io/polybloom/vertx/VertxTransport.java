package io.polybloom.vertx;

import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.vertx.core.Future;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisConnection;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * Sends batches through a Vert.x Redis client.
 *
 * <p>A connection is borrowed for each batch, since a failure to get one proves that nothing was sent. It pipelines what is sent
 * without waiting, and that of a cluster finds the node of each command. The client's own {@code batch} puts one failure in place
 * of all replies and follows no redirect in a cluster, so it serves only for several reads of one key, which can be asked again
 * one by one. A write goes by {@code send}, which repeats a command only after an error reply.
 */
final class VertxTransport implements Transport<Future<List<Reply>>> {

    /**
     * One batch at the server while another one is on its way back. More brings nothing that could be measured, and every bulk
     * operation takes that many connections of a pool that has six, and room for 24 who wait, unless it was configured.
     */
    private static final int WINDOW = 2;

    private final Redis redis;
    private final PrimaryRequests requests = new PrimaryRequests();

    VertxTransport(Redis redis) {
        this.redis = redis;
    }

    @Override
    public int window() {
        return WINDOW;
    }

    @Override
    public boolean joinsSlots() {
        return true;
    }

    @Override
    public Future<List<Reply>> send(Batch batch) {
        return redis.connect().transform(connected -> {
            if (connected.failed()) {
                Reply notSent = Reply.Failure.notSent(connected.cause());
                return Future.succeededFuture(
                        Collections.nCopies(batch.commands().size(), notSent));
            }
            RedisConnection connection = connected.result();
            return exchange(connection, batch.commands()).eventually(connection::close);
        });
    }

    /** Commands on different keys are sent without waiting for each other. */
    private Future<List<Reply>> exchange(RedisConnection connection, List<Command> commands) {
        List<Future<List<Reply>>> answers = new ArrayList<>();
        for (int from = 0, to = 0; from < commands.size(); from = to) {
            byte[] key = commands.get(from).key();
            while (to < commands.size() && Arrays.equals(commands.get(to).key(), key)) {
                to++;
            }
            answers.add(exchangeOnKey(connection, commands.subList(from, to)));
        }
        return inOrder(answers);
    }

    private Future<List<Reply>> exchangeOnKey(RedisConnection connection, List<Command> commands) {
        boolean writes = commands.stream().anyMatch(command -> command.verb().isWrite());
        if (writes || commands.size() == 1) {
            return oneByOne(connection, commands);
        }
        return Future.succeededFuture(commands)
                .compose(reads ->
                        connection.batch(reads.stream().map(requests::of).toList()))
                .map(responses -> responses.stream().map(ResponseReader::reply).toList())
                .recover(failure -> oneByOne(connection, commands));
    }

    private Future<List<Reply>> oneByOne(RedisConnection connection, List<Command> commands) {
        List<Reply> replies = new ArrayList<>();
        Future<Reply> last = Future.succeededFuture();
        for (Command command : commands) {
            last = last.compose(ignored -> connection.send(requests.of(command)))
                    .map(ResponseReader::reply)
                    .otherwise(ResponseReader::failure)
                    .onSuccess(replies::add);
        }
        return last.map(replies);
    }

    /** Waits for one after the other, since a future of all of them would carry no context. */
    private static Future<List<Reply>> inOrder(List<Future<List<Reply>>> answers) {
        List<Reply> replies = new ArrayList<>();
        Future<List<Reply>> last = Future.succeededFuture();
        for (Future<List<Reply>> answer : answers) {
            last = last.compose(ignored -> answer).onSuccess(replies::addAll);
        }
        return last.map(replies);
    }
}
