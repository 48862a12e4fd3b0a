package io.polybloom.vertx;

import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.vertx.core.Future;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisConnection;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Sends batches through a Vert.x Redis client.
 *
 * <p>A connection is borrowed for each batch, since a failure to get one proves that nothing was sent. The client's own
 * {@code batch} puts one failure in place of all replies and follows no redirect in a cluster, so it serves only for several
 * reads, which can be asked again one by one. A write goes by {@code send}, which repeats a command only after an error reply.
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
    public Future<List<Reply>> send(Batch batch) {
        return redis.connect().transform(connected -> {
            if (connected.failed()) {
                Reply notSent = Reply.Failure.notSent(connected.cause());
                return Future.succeededFuture(
                        Collections.nCopies(batch.commands().size(), notSent));
            }
            RedisConnection connection = connected.result();
            return exchange(connection, batch).eventually(connection::close);
        });
    }

    private Future<List<Reply>> exchange(RedisConnection connection, Batch batch) {
        if (batch.isWrite() || batch.commands().size() == 1) {
            return oneByOne(connection, batch);
        }
        return Future.succeededFuture(batch.commands())
                .compose(reads ->
                        connection.batch(reads.stream().map(requests::of).toList()))
                .map(responses -> responses.stream().map(ResponseReader::reply).toList())
                .recover(failure -> oneByOne(connection, batch));
    }

    private Future<List<Reply>> oneByOne(RedisConnection connection, Batch batch) {
        List<Reply> replies = new ArrayList<>();
        Future<Reply> last = Future.succeededFuture();
        for (Command command : batch.commands()) {
            last = last.compose(ignored -> connection.send(requests.of(command)))
                    .map(ResponseReader::reply)
                    .otherwise(ResponseReader::failure)
                    .onSuccess(replies::add);
        }
        return last.map(replies);
    }
}
