package io.polybloom.vertx;

import static java.util.Collections.nCopies;

import io.polybloom.spi.Batch;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.vertx.core.Future;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisConnection;
import io.vertx.redis.client.Request;
import java.util.ArrayList;
import java.util.List;

/**
 * Sends batches through a Vert.x Redis client.
 *
 * <p>A connection is borrowed for each batch, since a failure to get one proves that nothing was sent. It pipelines what is sent
 * without waiting, and that of a cluster finds the node of each command. The client's own {@code batch} is not used: it puts one
 * failure in place of all replies and follows no redirect in a cluster. {@code send} repeats a command only after an error reply.
 */
final class VertxTransport implements Transport<Future<List<Reply>>> {

    private final Redis redis;
    private final Requests toPrimary = new Requests(false);
    private final Requests toReplica = new Requests(true);

    VertxTransport(Redis redis) {
        this.redis = redis;
    }

    /**
     * One batch at the server while another one is on its way back. More brings nothing that could be measured, and every bulk
     * operation takes that many connections of a pool that has six, and room for 24 who wait, unless it was configured.
     */
    @Override
    public int window() {
        return 2;
    }

    @Override
    public boolean joinsSlots() {
        return true;
    }

    @Override
    public Future<List<Reply>> send(Batch batch) {
        return redis.connect()
                .compose(
                        connection -> exchange(connection, batch).andThen(done -> connection.close()),
                        refused -> Future.succeededFuture(nCopies(batch.size(), Reply.Failure.notSent(refused))));
    }

    /** A redirect, or a full queue of the client, may have hit some of many reads that were sent at once. */
    private Future<List<Reply>> exchange(RedisConnection connection, Batch batch) {
        return ask(connection, batch, false)
                .compose(replies ->
                        batch.mayBeRepeated(replies) ? ask(connection, batch, true) : Future.succeededFuture(replies));
    }

    /** The answers are collected one after the other, since a future of all of them would carry no context. */
    private Future<List<Reply>> ask(RedisConnection connection, Batch batch, boolean inTurn) {
        Requests requests = batch.mayAskReplica() ? toReplica : toPrimary;
        List<Reply> replies = new ArrayList<>(batch.size());
        Future<Reply> collected = Future.succeededFuture();
        for (int i = 0; i < batch.size(); i++) {
            Request request = requests.of(batch.commands().get(i));
            Future<Reply> answer = inTurn || batch.mustWait(i)
                    ? collected.compose(done -> ask(connection, request))
                    : ask(connection, request);
            collected = collected.compose(before -> answer).onSuccess(replies::add);
        }
        return collected.map(replies);
    }

    private static Future<Reply> ask(RedisConnection connection, Request request) {
        return Future.succeededFuture(request)
                .compose(connection::send)
                .map(ResponseReader::reply)
                .otherwise(ResponseReader::failure);
    }
}
