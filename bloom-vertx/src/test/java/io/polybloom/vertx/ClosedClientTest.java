package io.polybloom.vertx;

import static io.polybloom.vertx.TestClient.TEXT;
import static io.polybloom.vertx.TestClient.await;
import static io.polybloom.vertx.TestClient.spec;
import static io.polybloom.vertx.TestClient.words;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.polybloom.BackendException;
import io.polybloom.BackendException.Reason;
import io.polybloom.PartialBulkException;
import io.polybloom.tck.server.RedisCluster;
import io.polybloom.tck.server.RedisServer;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.redis.client.RedisClientType;
import io.vertx.redis.client.RedisOptions;
import io.vertx.redis.client.RedisTopology;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The caller has closed the client, or its Vert.x, and continues to call. */
class ClosedClientTest {

    @Test
    void callsOnAClosedClientFailWithAReason() throws Exception {
        try (RedisServer server = RedisServer.start()) {
            assertEveryCallFails(new RedisOptions().setConnectionString(server.uri()));
        }
    }

    @Test
    void callsOnAClosedClientOfAClusterFailWithAReason() throws Exception {
        try (RedisCluster cluster = RedisCluster.start()) {
            assertEveryCallFails(new RedisOptions()
                    .setType(RedisClientType.CLUSTER)
                    .setConnectionString(cluster.nodes().get(0).uri()));
        }
    }

    @Test
    void callsOnAClosedClientOfReplicasFailWithAReason() throws Exception {
        try (RedisServer primary = RedisServer.start();
                RedisServer replica = RedisServer.start("replicaof 127.0.0.1 " + primary.port())) {
            assertEveryCallFails(new RedisOptions()
                    .setType(RedisClientType.REPLICATION)
                    .setTopology(RedisTopology.STATIC)
                    .setEndpoints(List.of(primary.uri(), replica.uri())));
        }
    }

    private static void assertEveryCallFails(RedisOptions options) throws Exception {
        try (TestClient client = new TestClient(options)) {
            VertxBloomFilter<CharSequence> filter = client.open(spec("closed", 1));
            await(filter.add("before"));
            await(client.redis.close());
            assertEveryCallFails(client, filter);
        }
    }

    /**
     * In the task of the event loop in which a connection ends, the client does not know yet that it has: its pool
     * still lends it, and the write fails.
     */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9})
    void callsInTheTaskThatClosesTheClientFailWithAReason(int call) throws Exception {
        try (RedisServer server = RedisServer.start();
                TestClient client = new TestClient(server.uri())) {
            Promise<Object> end = Promise.promise();
            client.vertx.runOnContext(start -> client.filters
                    .<CharSequence>open(spec("closed", 1), TEXT)
                    .compose(filter -> filter.add("before").map(filter))
                    .<Object>compose(filter -> {
                        client.redis.close();
                        return calls(client, filter).get(call).get().mapEmpty();
                    })
                    .onComplete(end));
            assertIsTold(thrownBy(end.future()));
        }
    }

    @Test
    void callsOnAClosedVertxFailWithAReason() throws Exception {
        try (RedisServer server = RedisServer.start()) {
            TestClient client = new TestClient(server.uri());
            VertxBloomFilter<CharSequence> filter = client.open(spec("closed", 1));
            await(filter.add("before"));
            await(client.vertx.close());
            assertEveryCallFails(client, filter);
        }
    }

    private static void assertEveryCallFails(TestClient client, VertxBloomFilter<CharSequence> filter)
            throws Exception {
        for (Supplier<Future<?>> call : calls(client, filter)) {
            assertIsTold(thrownBy(call.get()));
        }
    }

    private static List<Supplier<Future<?>>> calls(TestClient client, VertxBloomFilter<CharSequence> filter) {
        return List.of(
                () -> filter.add("a"),
                () -> filter.addAll(words("w", 100)),
                () -> filter.mightContain("a"),
                () -> filter.mightContainAll(words("w", 100)),
                () -> filter.load(words("w", 100), taken -> {}),
                filter::stats,
                filter::clear,
                () -> filter.expire(Duration.ofHours(1)),
                () -> filter.expireAt(Instant.now().plus(Duration.ofHours(1))),
                filter::persist,
                filter::delete,
                () -> client.filters.open(spec("another", 1), TEXT));
    }

    private static Throwable thrownBy(Future<?> call) throws Exception {
        CompletableFuture<Throwable> thrown = new CompletableFuture<>();
        call.onComplete(value -> thrown.complete(new AssertionError("succeeded with " + value)), thrown::complete);
        return thrown.get(300, TimeUnit.SECONDS);
    }

    private static void assertIsTold(Throwable thrown) {
        Throwable failure = thrown instanceof PartialBulkException partial ? partial.getCause() : thrown;
        BackendException backend = assertInstanceOf(BackendException.class, failure);
        assertEquals(Reason.CLIENT_CLOSED, backend.reason(), backend.getMessage());
        assertFalse(backend.mayHaveBeenApplied());
    }
}
