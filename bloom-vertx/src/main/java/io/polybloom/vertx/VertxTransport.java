package io.polybloom.vertx;

import static java.util.Collections.nCopies;

import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.vertx.core.Future;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisConnection;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Sends batches through a Vert.x Redis client.
 *
 * <p>A connection is borrowed for each batch, since a failure to get one proves that nothing was sent. It pipelines what is sent
 * without waiting, and that of a cluster finds the node of each command. The client's own {@code batch} is not used: it puts one
 * failure in place of all replies and follows no redirect in a cluster. {@code send} repeats a command only after an error reply.
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
        return redis.connect()
                .compose(
                        connection -> exchange(connection, batch.commands()).andThen(done -> connection.close()),
                        refused -> Future.succeededFuture(nCopies(batch.size(), Reply.Failure.notSent(refused))));
    }

    /**
     * Commands on one key wait for each other: a redirect in a cluster could let them change places, and many at once would fill
     * the client's queue. The answers are collected one after the other, since a future of all of them would carry no context.
     */
    private Future<List<Reply>> exchange(RedisConnection connection, List<Command> commands) {
        Future<Reply> previous = ask(connection, commands.get(0));
        List<Reply> replies = new ArrayList<>(commands.size());
        Future<Reply> collected = previous.onSuccess(replies::add);
        for (int i = 1; i < commands.size(); i++) {
            Command command = commands.get(i);
            boolean waits = Arrays.equals(commands.get(i - 1).key(), command.key());
            Future<Reply> answer =
                    waits ? previous.compose(done -> ask(connection, command)) : ask(connection, command);
            collected = collected.compose(ignored -> answer).onSuccess(replies::add);
            previous = answer;
        }
        return collected.map(replies);
    }

    private Future<Reply> ask(RedisConnection connection, Command command) {
        return Future.succeededFuture(command)
                .compose(ready -> connection.send(requests.of(command)))
                .map(ResponseReader::reply)
                .otherwise(ResponseReader::failure);
    }
}
