package io.polybloom.vertx;

import static io.polybloom.vertx.TestClient.TEXT;
import static io.polybloom.vertx.TestClient.await;
import static io.polybloom.vertx.TestClient.failureOf;
import static io.polybloom.vertx.TestClient.spec;
import static io.polybloom.vertx.TestClient.words;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.polybloom.BackendException;
import io.polybloom.BackendException.Reason;
import io.polybloom.BloomFilter;
import io.polybloom.BloomFilterException;
import io.polybloom.BloomFilters;
import io.polybloom.PartialBulkException;
import io.polybloom.tck.backend.Way;
import io.polybloom.tck.chapter.failure.FailureTests;
import io.polybloom.tck.fixture.SharedServers;
import io.polybloom.tck.server.RedisServer;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisClientType;
import io.vertx.redis.client.RedisOptions;
import io.vertx.redis.client.RedisTopology;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The caller has closed the client, or its Vert.x, in ways that the kit does not know. */
class ClosedClientTest {

    private static RedisServer server;

    @BeforeAll
    static void start() {
        server = RedisServer.start();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void callsOnAClosedClientOfAClusterFailWithAReason() {
        RedisOptions options = new RedisOptions()
                .setType(RedisClientType.CLUSTER)
                .setConnectionString(SharedServers.cluster().nodes().get(0).uri());
        assertEveryCallFails(options, (vertx, redis) -> redis.close());
    }

    @Test
    void callsOnAClosedClientOfReplicasFailWithAReason() {
        try (RedisServer replica = RedisServer.start("replicaof 127.0.0.1 " + server.port())) {
            RedisOptions options = new RedisOptions()
                    .setType(RedisClientType.REPLICATION)
                    .setTopology(RedisTopology.STATIC)
                    .setEndpoints(List.of(server.uri(), replica.uri()));
            assertEveryCallFails(options, (vertx, redis) -> redis.close());
        }
    }

    @Test
    void callsOnAClosedVertxFailWithAReason() {
        assertEveryCallFails(new RedisOptions().setConnectionString(server.uri()), (vertx, redis) -> vertx.close());
    }

    private static void assertEveryCallFails(RedisOptions options, BiFunction<Vertx, Redis, Future<Void>> end) {
        Vertx vertx = Vertx.vertx();
        Redis redis = Redis.createClient(vertx, options);
        try (VertxBackend.VertxConnection connection =
                new VertxBackend.VertxConnection(vertx, List.of(redis), Way.ofProperty(), Optional.empty())) {
            BloomFilters filters = connection.filters();
            BloomFilter<CharSequence> filter = filters.open(spec("closed", 1), TEXT);
            filter.add("before");
            await(end.apply(vertx, redis));
            FailureTests.assertClosed(filters, filter);
        }
    }

    /**
     * In the task of the event loop in which a connection ends, the client does not know yet that it has: its pool
     * still lends it, and the write fails.
     */
    @ParameterizedTest
    @MethodSource("calls")
    void callsInTheTaskThatClosesTheClientFailWithAReason(Function<VertxBloomFilter<CharSequence>, Future<?>> call) {
        try (TestClient client = new TestClient(server.uri())) {
            VertxBloomFilter<CharSequence> filter = client.open(spec("task", 1));
            Promise<Object> end = Promise.promise();
            client.vertx.runOnContext(start -> filter.add("before")
                    .<Object>compose(isNew -> {
                        client.redis.close();
                        return call.apply(filter).mapEmpty();
                    })
                    .onComplete(end));
            BloomFilterException thrown = failureOf(BloomFilterException.class, end.future());
            Throwable failure = thrown instanceof PartialBulkException partial ? partial.getCause() : thrown;
            BackendException closed = assertInstanceOf(BackendException.class, failure);
            assertEquals(Reason.CLIENT_CLOSED, closed.reason(), closed.getMessage());
            assertFalse(closed.mayHaveBeenApplied());
        }
    }

    static Stream<Function<VertxBloomFilter<CharSequence>, Future<?>>> calls() {
        return Stream.of(
                filter -> filter.add("a"),
                filter -> filter.addAll(words("w", 100)),
                filter -> filter.mightContain("a"),
                filter -> filter.mightContainAll(words("w", 100)),
                filter -> filter.load(words("w", 100), taken -> {}),
                VertxBloomFilter::stats,
                VertxBloomFilter::clear,
                filter -> filter.expire(Duration.ofHours(1)),
                VertxBloomFilter::persist,
                VertxBloomFilter::delete);
    }
}
