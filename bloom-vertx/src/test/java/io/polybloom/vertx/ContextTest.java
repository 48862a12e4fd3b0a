package io.polybloom.vertx;

import static io.polybloom.vertx.TestClient.TEXT;
import static io.polybloom.vertx.TestClient.await;
import static io.polybloom.vertx.TestClient.spec;
import static io.polybloom.vertx.TestClient.words;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.polybloom.tck.server.RedisServer;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.ThreadingModel;
import io.vertx.core.Vertx;
import io.vertx.core.internal.VertxInternal;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Handlers, early and late, run on the context of the caller, and no context waits for another. */
class ContextTest {

    private static final int CALLS = 256;

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
        Context context = contextOf(model);
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

    /** Nearly all of them wait for others. */
    @Test
    void manyCallsOfACallerWithoutContextGetOneOfTheClientsVertx() {
        VertxBloomFilter<CharSequence> filter = client.open(spec("many", 1));
        List<Future<Context>> contexts = words("element-", CALLS).stream()
                .map(word -> filter.add(word).map(isNew -> Vertx.currentContext()))
                .toList();
        for (Future<Context> context : contexts) {
            assertSame(client.vertx, await(context).owner());
        }
    }

    /** A worker that blocks gets its answers late. Nobody else waits for that. */
    @Test
    void aWorkerThatBlocksHoldsUpNobody() {
        VertxBloomFilter<CharSequence> filter = client.open(spec("blocked", 1));
        Promise<Void> end = Promise.promise();
        List<Future<Boolean>> late =
                addAll(filter, "worker-", contextOf(ThreadingModel.WORKER), () -> await(end.future()));
        List<Future<Boolean>> soon = addAll(filter, "loop-", client.vertx.getOrCreateContext(), () -> {});
        soon.forEach(add -> assertEquals(true, await(add)));
        end.complete();
        late.forEach(add -> assertEquals(true, await(add)));
    }

    /** Makes many calls on a context, after which it does something else. */
    private static List<Future<Boolean>> addAll(
            VertxBloomFilter<CharSequence> filter, String prefix, Context context, Runnable afterwards) {
        Promise<List<Future<Boolean>>> called = Promise.promise();
        context.runOnContext(start -> {
            called.complete(words(prefix, CALLS).stream()
                    .<Future<Boolean>>map(filter::add)
                    .toList());
            afterwards.run();
        });
        return await(called.future());
    }

    private static Context contextOf(ThreadingModel model) {
        return ((VertxInternal) client.vertx)
                .contextBuilder()
                .withThreadingModel(model)
                .build();
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
}
