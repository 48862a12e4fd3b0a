package io.polybloom.vertx;

import static io.polybloom.vertx.TestClient.await;
import static io.polybloom.vertx.TestClient.spec;
import static io.polybloom.vertx.TestClient.words;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.tck.fixture.Rounds;
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
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** More calls at once than the client has connections and places to wait for one. */
class AtOnceTest {

    private static final int CALLS = 5_000;

    @TestFactory
    Stream<DynamicTest> addsAtOnceOnOneEventLoopAreAllAnsweredByAClientWithDefaultOptions() {
        return Rounds.of(() -> {
            try (RedisServer server = RedisServer.start();
                    TestClient client = new TestClient(server.uri())) {
                assertEachIsNewOnce(client, 1);
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> addsAtOnceOnFourEventLoopsAreAllAnswered() {
        return Rounds.of(() -> {
            try (RedisServer server = RedisServer.start();
                    TestClient client = new TestClient(server.uri())) {
                assertEachIsNewOnce(client, 4);
            }
        });
    }

    @Test
    void addsAtOnceAreAllAnsweredByAClientWithOneConnectionAndHardlyAnyPlaceToWait() {
        try (RedisServer server = RedisServer.start();
                TestClient client = new TestClient(new RedisOptions()
                        .setConnectionString(server.uri())
                        .setMaxPoolSize(1)
                        .setMaxPoolWaiting(1))) {
            assertEachIsNewOnce(client, 1);
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

    private static void assertEachIsNewOnce(TestClient client, int contexts) {
        VertxBloomFilter<CharSequence> filter = client.open(spec("at-once", 1));
        List<List<Future<Boolean>>> first = wave(client, filter, contexts);
        for (int element = 0; element < CALLS; element++) {
            int news = 0;
            for (List<Future<Boolean>> answers : first) {
                news += await(answers.get(element)) ? 1 : 0;
            }
            assertEquals(1, news, "element " + element);
        }
        for (List<Future<Boolean>> answers : wave(client, filter, contexts)) {
            for (Future<Boolean> answer : answers) {
                assertEquals(false, await(answer));
            }
        }
    }

    /** Adds every element at once on each of some contexts. */
    private static List<List<Future<Boolean>>> wave(
            TestClient client, VertxBloomFilter<CharSequence> filter, int contexts) {
        List<Future<List<Future<Boolean>>>> called = new ArrayList<>();
        for (int i = 0; i < contexts; i++) {
            called.add(on(client.vertx.getOrCreateContext(), () -> {
                List<Future<Boolean>> answers = new ArrayList<>();
                for (String word : words("word-", CALLS)) {
                    answers.add(filter.add(word));
                }
                return Future.succeededFuture(answers);
            }));
        }
        return called.stream().map(TestClient::await).toList();
    }

    private static <R> Future<R> on(Context context, Supplier<Future<R>> work) {
        Promise<R> end = Promise.promise();
        context.runOnContext(start -> work.get().onComplete(end));
        return end.future();
    }
}
