package io.polybloom.vertx;

import static io.polybloom.vertx.TestClient.await;
import static io.polybloom.vertx.TestClient.failureOf;
import static io.polybloom.vertx.TestClient.spec;
import static io.polybloom.vertx.TestClient.words;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BackendException;
import io.polybloom.BackendException.Reason;
import io.polybloom.tck.server.RedisCluster;
import io.polybloom.tck.server.RedisServer;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.redis.client.RedisClientType;
import io.vertx.redis.client.RedisConnection;
import io.vertx.redis.client.RedisOptions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The client's own limits: calls that do not fit fail with a message, and the others are answered. */
class PoolLimitTest {

    @Test
    void operationsFailAndWereNotSentIfOthersHoldEveryConnection() {
        try (RedisServer server = RedisServer.start();
                TestClient client = new TestClient(pool(server.uri(), 1, 0))) {
            VertxBloomFilter<CharSequence> filter = client.open(spec("pool", 1));
            RedisConnection held = await(client.redis.connect());
            for (String word : words("w", 10)) {
                BackendException failure = failureOf(BackendException.class, filter.add(word));
                assertEquals(Reason.UNREACHABLE, failure.reason());
                assertFalse(failure.mayHaveBeenApplied());
                assertTrue(failure.getMessage().contains("max wait queue"), failure.getMessage());
            }
            await(held.close());
            for (String word : words("w", 10)) {
                assertTrue(await(filter.add(word)), word);
            }
        }
    }

    @Test
    void bulkOperationsShareASmallPool() {
        try (RedisServer server = RedisServer.start();
                TestClient client = new TestClient(pool(server.uri(), 1, 64))) {
            assertBulkOperationsEnd(client, 10);
        }
    }

    @Test
    void bulkOperationsShareASmallPoolPerNodeOfACluster() {
        try (RedisCluster cluster = RedisCluster.start();
                TestClient client =
                        new TestClient(pool(cluster.nodes().get(0).uri(), 2, 64).setType(RedisClientType.CLUSTER))) {
            assertBulkOperationsEnd(client, 10);
        }
    }

    @Test
    void aBatchLongerThanTheClientsWaitingQueueIsSentInPieces() {
        try (RedisServer server = RedisServer.start();
                TestClient client = new TestClient(
                        new RedisOptions().setConnectionString(server.uri()).setMaxWaitingHandlers(4))) {
            VertxBloomFilter<CharSequence> filter = client.open(spec("queue", 1));
            await(filter.addAll(words("w", 1_000)));
            assertEquals(1_000, await(filter.stats()).estimatedCount(), 50);
        }
    }

    @Test
    void aServerThatIsNotThereIsUnreachable() {
        String uri;
        try (RedisServer server = RedisServer.start()) {
            uri = server.uri();
        }
        try (TestClient client = new TestClient(uri)) {
            BackendException failure =
                    failureOf(BackendException.class, client.filters.open(spec("gone", 1), TestClient.TEXT));
            assertEquals(Reason.UNREACHABLE, failure.reason());
        }
    }

    private static void assertBulkOperationsEnd(TestClient client, int count) {
        VertxBloomFilter<CharSequence> filter = client.open(spec("bulk", 7));
        Future<?> all = onEventLoop(client, () -> {
            List<Future<boolean[]>> answers = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                answers.add(filter.addAll(words("bulk-" + i + "-", 2_000)));
            }
            return Future.all(answers);
        });
        await(all);
        assertEquals(count * 2_000.0, await(filter.stats()).estimatedCount(), count * 100.0);
    }

    private static Future<?> onEventLoop(TestClient client, java.util.function.Supplier<Future<?>> work) {
        Promise<Void> end = Promise.promise();
        client.vertx.runOnContext(start -> work.get().<Void>mapEmpty().onComplete(end));
        return end.future();
    }

    private static RedisOptions pool(String uri, int size, int waiting) {
        return new RedisOptions().setConnectionString(uri).setMaxPoolSize(size).setMaxPoolWaiting(waiting);
    }
}
