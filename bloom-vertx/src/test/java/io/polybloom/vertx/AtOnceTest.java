package io.polybloom.vertx;

import static io.polybloom.vertx.TestClient.await;
import static io.polybloom.vertx.TestClient.spec;
import static io.polybloom.vertx.TestClient.words;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.tck.server.RedisServer;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.RedisOptions;
import io.vertx.redis.client.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** More calls at once than the client has connections and places to wait for one. */
class AtOnceTest {

    private static final int CALLS = 5_000;

    @Test
    void addsAtOnceAreAllAnsweredByAClientWithOneConnectionAndHardlyAnyPlaceToWait() {
        try (RedisServer server = RedisServer.start();
                TestClient client = new TestClient(new RedisOptions()
                        .setConnectionString(server.uri())
                        .setMaxPoolSize(1)
                        .setMaxPoolWaiting(1))) {
            VertxBloomFilter<CharSequence> filter = client.open(spec("at-once", 1));
            await(on(client.vertx.getOrCreateContext(), () -> {
                List<Future<Boolean>> adds = words("word-", CALLS).stream()
                        .<Future<Boolean>>map(filter::add)
                        .toList();
                return Future.all(adds).onSuccess(all -> adds.forEach(add -> assertTrue(add.result())));
            }));
        }
    }

    /**
     * Of the one connection each of four leases serves at most 16 commands before the next in the client's queue gets
     * it. A command has at most 1,024 bits.
     */
    @Test
    void othersOnTheSameClientGetTheirTurn() {
        try (RedisServer server = RedisServer.start();
                TestClient client = new TestClient(
                        new RedisOptions().setConnectionString(server.uri()).setMaxPoolSize(1))) {
            VertxBloomFilter<CharSequence> filter = client.open(spec("others", 1));
            List<String> order = new ArrayList<>();
            await(AtOnceTest.<Object>on(client.vertx.getOrCreateContext(), () -> {
                List<Future<?>> ends = new ArrayList<>();
                for (String word : words("word-", CALLS)) {
                    ends.add(filter.add(word).onSuccess(isNew -> order.add("ours")));
                }
                ends.add(client.redis.send(Request.cmd(Command.PING)).onSuccess(pong -> order.add("PING")));
                return Future.all(ends).mapEmpty();
            }));
            assertEquals(CALLS + 1, order.size());
            int together = 1024 / filter.description().layers().get(0).hashes();
            assertTrue(order.indexOf("PING") <= 4 * 16 * together, "answered as number " + order.indexOf("PING"));
        }
    }

    private static <R> Future<R> on(Context context, Supplier<Future<R>> work) {
        Promise<R> end = Promise.promise();
        context.runOnContext(start -> work.get().onComplete(end));
        return end.future();
    }
}
