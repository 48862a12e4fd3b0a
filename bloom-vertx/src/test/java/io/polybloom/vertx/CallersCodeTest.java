package io.polybloom.vertx;

import static io.polybloom.vertx.TestClient.await;
import static io.polybloom.vertx.TestClient.spec;
import static io.polybloom.vertx.TestClient.words;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.tck.fixture.Meeting;
import io.polybloom.tck.fixture.Rounds;
import io.polybloom.tck.server.RedisServer;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.ThreadingModel;
import io.vertx.core.internal.VertxInternal;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.RedisOptions;
import io.vertx.redis.client.Request;
import java.util.AbstractCollection;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Iterators may use the client of the filter: none of its connections is held while they run. They wait, so they run on
 * worker contexts.
 */
class CallersCodeTest {

    private static final int CALLS = 4;
    private static final int ELEMENTS = 10_000;

    @TestFactory
    Stream<DynamicTest> loadsWhoseIteratorsUseTheClientEnd() {
        return Rounds.of(() -> assertAllEnd(filter -> elements -> filter.load(elements, taken -> {}), ELEMENTS));
    }

    @TestFactory
    Stream<DynamicTest> bulkAddsWhoseIteratorsUseTheClientEnd() {
        return Rounds.of(() -> assertAllEnd(
                filter -> elements -> filter.addAll(elements).map(answers -> (long) answers.length), ELEMENTS));
    }

    private static void assertAllEnd(
            Function<VertxBloomFilter<CharSequence>, Function<Collection<CharSequence>, Future<Long>>> call,
            long expected) {
        try (RedisServer server = RedisServer.start();
                TestClient client = new TestClient(
                        new RedisOptions().setConnectionString(server.uri()).setMaxPoolSize(1))) {
            VertxBloomFilter<CharSequence> filter = client.open(spec("callers", 3));
            Meeting together = new Meeting(CALLS, () -> ping(client));
            List<Future<Long>> ends = new ArrayList<>();
            for (int i = 0; i < CALLS; i++) {
                Collection<CharSequence> elements = asking(words("word-" + i + "-", ELEMENTS), together);
                ends.add(onWorker(client, () -> call.apply(filter).apply(elements)));
            }
            for (Future<Long> end : ends) {
                assertEquals(expected, await(end));
            }
            assertTrue(await(filter.mightContain("word-0-0")));
        }
    }

    private static Future<Long> onWorker(TestClient client, Supplier<Future<Long>> work) {
        Context worker = ((VertxInternal) client.vertx)
                .contextBuilder()
                .withThreadingModel(ThreadingModel.WORKER)
                .build();
        Promise<Long> end = Promise.promise();
        worker.runOnContext(start -> work.get().onComplete(end));
        return end.future();
    }

    /** The elements as a collection, since a bulk add takes no iterator. */
    private static Collection<CharSequence> asking(List<String> words, Meeting together) {
        return new AbstractCollection<>() {
            @Override
            public int size() {
                return words.size();
            }

            @Override
            public Iterator<CharSequence> iterator() {
                return together.before(words.iterator());
            }
        };
    }

    /** The answer comes on another thread, since this one waits. */
    private static void ping(TestClient client) {
        CompletableFuture<String> pong = CompletableFuture.supplyAsync(
                () -> await(client.redis.send(Request.cmd(Command.PING))).toString());
        assertEquals("PONG", pong.orTimeout(300, TimeUnit.SECONDS).join());
    }
}
