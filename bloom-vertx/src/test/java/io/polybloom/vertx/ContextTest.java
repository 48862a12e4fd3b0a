package io.polybloom.vertx;

import static io.polybloom.vertx.TestClient.TEXT;
import static io.polybloom.vertx.TestClient.await;
import static io.polybloom.vertx.TestClient.spec;
import static io.polybloom.vertx.TestClient.words;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.FilterSpec;
import io.polybloom.tck.server.RedisServer;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.ThreadingModel;
import io.vertx.core.Vertx;
import io.vertx.core.internal.VertxInternal;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Handlers, early and late, run on the context of the caller, and the event loop continues with other work meanwhile.
 */
class ContextTest {

    private static RedisServer server;
    private static TestClient client;

    @BeforeAll
    static void start() {
        server = RedisServer.start();
        client = new TestClient(server.uri());
    }

    @AfterAll
    static void stop() {
        client.close();
        server.close();
    }

    @ParameterizedTest
    @EnumSource(names = {"EVENT_LOOP", "WORKER"})
    void everyHandlerRunsOnTheContextOfTheCaller(ThreadingModel model) {
        Context context = ((VertxInternal) client.vertx)
                .contextBuilder()
                .withThreadingModel(model)
                .build();
        operations("context-" + model).forEach((name, operation) -> {
            Future<?> future = callOn(context, operation, name);
            assertSame(context, contextOfHandler(future), name + ": attached by another thread after completion");
        });
    }

    @Test
    void aCallerWithoutContextGetsOneOfTheClientsVertx() {
        operations("no-context").forEach((name, operation) -> {
            Future<?> future = operation.get();
            Context early = contextOfHandler(future);
            assertNotNull(early, name);
            assertSame(client.vertx, early.owner(), name);
            assertSame(early, contextOfHandler(future), name + ": attached after completion");
        });
    }

    /**
     * It has some 1,500 chunks, of which two are on their way at a time. The other work asks the server, too, again and
     * again.
     */
    @Test
    void aBulkOperationLetsTheEventLoopDoOtherWorkBetweenItsChunks() {
        // Too large to be taken as a whole, which would be one chunk.
        VertxBloomFilter<CharSequence> filter = client.open(FilterSpec.named("turns")
                .capacity(400_000)
                .falsePositiveRate(1e-9)
                .partitions(1)
                .build());
        List<String> words = words("word-", 50_000);
        Context context = client.vertx.getOrCreateContext();
        Promise<boolean[]> answers = Promise.promise();
        AtomicInteger turns = new AtomicInteger();
        context.runOnContext(start -> {
            filter.addAll(words).onComplete(answers);
            countTurns(answers.future(), turns);
        });
        assertEquals(words.size(), await(answers.future()).length);
        assertTrue(turns.get() > 10, "other work was done " + turns.get() + " times");
    }

    /**
     * Operations with and without a round trip, with a value and with a failure, of the client's and of our own making.
     */
    private static Map<String, Supplier<Future<?>>> operations(String name) {
        VertxBloomFilter<CharSequence> filter = client.open(spec(name, 3));
        Map<String, Supplier<Future<?>>> operations = new LinkedHashMap<>();
        operations.put("open", () -> client.filters.open(spec(name, 3), TEXT));
        operations.put("openExisting", () -> client.filters.openExisting(name, TEXT));
        operations.put("openExisting of nothing", () -> client.filters.openExisting("nothing", TEXT));
        operations.put("describe", () -> client.filters.describe(name));
        operations.put("describe of a wrong name", () -> client.filters.describe("{"));
        operations.put("add", () -> filter.add("a"));
        operations.put("add of null", () -> filter.add(null));
        operations.put("addAll", () -> filter.addAll(words("w", 3_000)));
        operations.put("addAll of nothing", () -> filter.addAll(List.of()));
        operations.put("mightContain", () -> filter.mightContain("a"));
        operations.put("mightContainAll", () -> filter.mightContainAll(words("w", 3_000)));
        operations.put("stats", filter::stats);
        operations.put("clear", filter::clear);
        operations.put("expire", () -> filter.expire(Duration.ofHours(1)));
        operations.put("expire at once", () -> filter.expire(Duration.ZERO));
        operations.put("expireAt", () -> filter.expireAt(Instant.now().plus(Duration.ofHours(1))));
        operations.put("expireAt in the past", () -> filter.expireAt(Instant.EPOCH));
        operations.put("persist", filter::persist);
        operations.put("delete", filter::delete);
        operations.put("add to a deleted filter", () -> filter.add("a"));
        return operations;
    }

    /** Calls the operation on the context, asserts where its handler runs, and returns its completed future. */
    private static Future<?> callOn(Context context, Supplier<Future<?>> operation, String name) {
        Promise<Future<?>> called = Promise.promise();
        context.runOnContext(start -> called.complete(operation.get()));
        Future<?> future = await(called.future());
        assertSame(context, contextOfHandler(future), name);
        return future;
    }

    private static Context contextOfHandler(Future<?> future) {
        Promise<Context> handled = Promise.promise();
        future.onComplete(completed -> handled.complete(Vertx.currentContext()));
        return await(handled.future());
    }

    private static void countTurns(Future<?> end, AtomicInteger turns) {
        if (!end.isComplete()) {
            client.redis.send(Request.cmd(Command.PING)).onSuccess(pong -> {
                turns.incrementAndGet();
                countTurns(end, turns);
            });
        }
    }
}
