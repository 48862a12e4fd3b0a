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
import io.polybloom.tck.server.RedisServer;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** The caller has closed the client, or its Vert.x, and goes on calling. */
class ClosedClientTest {

    @Test
    void callsOnAClosedClientFailWithAReason() throws Exception {
        try (RedisServer server = RedisServer.start();
                TestClient client = new TestClient(server.uri())) {
            VertxBloomFilter<CharSequence> filter = client.open(spec("closed", 1));
            await(filter.add("before"));
            await(client.redis.close());
            assertEveryCallFails(client, filter);
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
        List<Supplier<Future<?>>> calls = List.of(
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
        for (Supplier<Future<?>> call : calls) {
            CompletableFuture<Throwable> thrown = new CompletableFuture<>();
            call.get()
                    .onComplete(
                            value -> thrown.complete(new AssertionError("succeeded with " + value)), thrown::complete);
            Throwable failure = thrown.get(60, TimeUnit.SECONDS);
            if (failure instanceof PartialBulkException partial) {
                failure = partial.getCause();
            }
            BackendException backend = assertInstanceOf(BackendException.class, failure);
            assertEquals(Reason.CLIENT_CLOSED, backend.reason(), backend.getMessage());
            assertFalse(backend.mayHaveBeenApplied());
        }
    }
}
