package io.polybloom.jedis;

import static io.polybloom.jedis.Fixtures.TEXT;
import static io.polybloom.jedis.Fixtures.roomy;
import static io.polybloom.jedis.Fixtures.words;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BackendException;
import io.polybloom.BackendException.Reason;
import io.polybloom.BloomFilter;
import io.polybloom.FilterOptions;
import io.polybloom.UnsupportedFilterException;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import io.polybloom.tck.server.Await;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.Connection;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.exceptions.JedisException;

/** The pool is the caller's: it is used sparingly, left open, and its limits are respected. */
class PoolTest {

    private static RedisServer server;

    @BeforeAll
    static void start() {
        server = RedisServer.start("requirepass secret");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void oneConnectionServesManyThreads() throws Exception {
        int threads = 6;
        int each = 5_000;
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try (RedisClient jedis = oneConnection(Fixtures.LIMIT)) {
            BloomFilter<CharSequence> filter = JedisBloom.on(jedis).open(roomy("shared", 5), TEXT);
            List<Callable<Integer>> adds = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                int from = i * each;
                adds.add(() -> count(filter.addAll(words(from, from + each))));
            }
            int fresh = 0;
            for (Future<Integer> result : executor.invokeAll(adds)) {
                fresh += result.get();
            }
            assertEquals(threads * each, fresh);
            assertEquals(0, jedis.getPool().getNumActive(), "connections that are not given back");
            assertFalse(jedis.getPool().isClosed());
        } finally {
            executor.shutdownNow();
            assertTrue(executor.awaitTermination(Fixtures.LIMIT.toSeconds(), TimeUnit.SECONDS));
        }
    }

    @Test
    void oneConnectionTakesABatchBeforeTheOneBeforeItIsAnswered() {
        try (RedisClient jedis = oneConnection(Fixtures.LIMIT)) {
            Transport<InFlight> line = JedisBloom.transportOf(jedis).forOneStep();
            InFlight first = line.send(setBit("ahead", 7));
            InFlight second = line.send(setBit("ahead", 7));
            assertEquals(1, jedis.getPool().getNumActive());
            assertEquals(List.of(new Reply.Int(0)), first.await());
            assertEquals(List.of(new Reply.Int(1)), second.await());
            assertEquals(0, jedis.getPool().getNumActive());
        }
    }

    private static Batch setBit(String key, int bit) {
        byte[][] arguments = {String.valueOf(bit).getBytes(UTF_8), "1".getBytes(UTF_8)};
        return new Batch(0, bit, List.of(new Command(Verb.SETBIT, key.getBytes(UTF_8), arguments)));
    }

    @Test
    void exhaustedPoolMeansThatNothingWasSent() {
        try (RedisClient jedis = oneConnection(Duration.ofMillis(50));
                RespClient observer = server.client()) {
            BloomFilter<CharSequence> filter = JedisBloom.on(jedis).open(roomy("exhausted", 1), TEXT);
            Object before = observer.snapshot();
            try (Connection borrowed = jedis.getPool().getResource()) {
                assertTrue(borrowed.isConnected());
                BackendException failure = assertThrows(BackendException.class, () -> filter.add("element"));
                assertEquals(Reason.UNREACHABLE, failure.reason());
                assertFalse(failure.mayHaveBeenApplied());
                assertInstanceOf(JedisException.class, failure.getCause());
            }
            assertEquals(before, observer.snapshot());
            assertTrue(filter.add("element"));
        }
    }

    @Test
    void wrongPasswordIsCalledByItsName() {
        try (RedisClient jedis = RedisClient.builder()
                .hostAndPort(server.host(), server.port())
                .clientConfig(withPassword("wrong"))
                .build()) {
            BackendException failure = assertThrows(
                    BackendException.class, () -> JedisBloom.on(jedis).describe("any"));
            assertEquals(Reason.AUTHENTICATION, failure.reason());
            assertInstanceOf(JedisException.class, failure.getCause());
        }
    }

    @Test
    void aServerThatIsGoneIsUnreachable() {
        RedisServer gone = RedisServer.start();
        gone.close();
        try (RedisClient jedis = Fixtures.client(gone)) {
            BackendException failure = assertThrows(
                    BackendException.class, () -> JedisBloom.on(jedis).open(roomy("x", 1), TEXT));
            assertEquals(Reason.UNREACHABLE, failure.reason());
            assertFalse(failure.mayHaveBeenApplied());
        }
    }

    /** A client that gives up first would report a lost reply instead of the missing acknowledgement. */
    @Test
    void aWaitForReplicasMustBeShorterThanTheTimeoutOfTheClient() {
        try (RedisClient jedis = oneConnection(Fixtures.LIMIT)) {
            FilterOptions options = FilterOptions.defaults().acknowledgedBy(1, Fixtures.LIMIT);
            for (FilterOptions each : List.of(options, options.persisted())) {
                UnsupportedFilterException refused = assertThrows(
                        UnsupportedFilterException.class,
                        () -> JedisBloom.on(jedis).open(roomy("waits", 1), TEXT, each));
                assertTrue(
                        refused.getMessage().contains("waits only " + Fixtures.LIMIT.toMillis() + " ms"),
                        refused::getMessage);
            }
            assertTrue(JedisBloom.on(jedis).describe("waits").isEmpty(), "something was created");
        }
    }

    private static RedisClient oneConnection(Duration wait) {
        ConnectionPoolConfig pool = new ConnectionPoolConfig();
        pool.setMaxTotal(1);
        pool.setMaxWait(wait);
        return RedisClient.builder()
                .hostAndPort(server.host(), server.port())
                .clientConfig(withPassword("secret"))
                .poolConfig(pool)
                .build();
    }

    private static JedisClientConfig withPassword(String password) {
        return DefaultJedisClientConfig.builder()
                .timeoutMillis((int) Fixtures.LIMIT.toMillis())
                .password(password)
                .build();
    }

    private static int count(boolean[] answers) {
        int count = 0;
        for (boolean answer : answers) {
            count += answer ? 1 : 0;
        }
        return count;
    }

    @Test
    @Timeout(300)
    void aThreadThatWaitsForAConnectionCanBeInterrupted() throws Exception {
        try (RedisClient jedis = oneConnection(Duration.ofSeconds(300))) {
            BloomFilter<CharSequence> filter = JedisBloom.on(jedis).open(roomy("interrupted", 1), TEXT);
            CompletableFuture<Boolean> flag = new CompletableFuture<>();
            CompletableFuture<Throwable> thrown = new CompletableFuture<>();
            Thread thread = new Thread(() -> {
                thrown.complete(assertThrows(BackendException.class, () -> filter.add("element")));
                flag.complete(Thread.currentThread().isInterrupted());
            });
            try (Connection held = jedis.getPool().getResource()) {
                thread.start();
                Await.until(
                        "the thread waits",
                        Duration.ofSeconds(300),
                        () -> jedis.getPool().getNumWaiters() == 1);
                thread.interrupt();
                BackendException failure = assertInstanceOf(BackendException.class, thrown.get());
                assertEquals(Reason.INTERRUPTED, failure.reason());
                assertFalse(failure.mayHaveBeenApplied());
                assertTrue(flag.get(), "the flag stays set");
                assertTrue(held.isConnected());
            }
            assertTrue(filter.add("element"));
        }
    }
}
