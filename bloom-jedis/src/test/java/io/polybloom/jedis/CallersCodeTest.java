package io.polybloom.jedis;

import static io.polybloom.jedis.Fixtures.TEXT;
import static io.polybloom.jedis.Fixtures.roomy;
import static io.polybloom.jedis.Fixtures.words;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polybloom.BloomFilter;
import io.polybloom.tck.fixture.Meeting;
import io.polybloom.tck.fixture.Rounds;
import io.polybloom.tck.fixture.Together;
import io.polybloom.tck.server.RedisServer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.RedisClient;

/** Iterators and progress may use the client of the filter: none of its connections is held while they run. */
class CallersCodeTest {

    private static final int LOADS = 8;
    private static final int ELEMENTS = 10_000;

    @TestFactory
    Stream<DynamicTest> asManyLoadsAsThePoolHasConnectionsMayUseItWhileTheyTakeElements() {
        return Rounds.of(() -> {
            try (RedisServer server = RedisServer.start();
                    RedisClient jedis = clientOf(server)) {
                BloomFilter<CharSequence> filter = JedisBloom.on(jedis).open(roomy("callers", 3), TEXT);
                Meeting together = meetingOn(jedis);
                List<Callable<Long>> loads = new ArrayList<>();
                for (int i = 0; i < LOADS; i++) {
                    Iterator<String> words =
                            words(i * ELEMENTS, (i + 1) * ELEMENTS).iterator();
                    loads.add(() -> filter.load(() -> together.before(words), taken -> {}));
                }
                assertEquals(Collections.nCopies(LOADS, (long) ELEMENTS), Together.call(loads));
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> asManyLoadsAsThePoolHasConnectionsMayUseItWhileTheyAreToldOfProgress() {
        return Rounds.of(() -> {
            try (RedisServer server = RedisServer.start();
                    RedisClient jedis = clientOf(server)) {
                BloomFilter<CharSequence> filter = JedisBloom.on(jedis).open(roomy("progress", 3), TEXT);
                Meeting together = meetingOn(jedis);
                LongConsumer progress = taken -> together.ask();
                List<Callable<Long>> loads = new ArrayList<>();
                for (int i = 0; i < LOADS; i++) {
                    List<String> words = words(i * ELEMENTS, (i + 1) * ELEMENTS);
                    loads.add(() -> filter.load(words, progress));
                }
                assertEquals(Collections.nCopies(LOADS, (long) ELEMENTS), Together.call(loads));
            }
        });
    }

    /** All loads are at the same place when they ask, so they need all connections of the pool at the same time. */
    private static Meeting meetingOn(RedisClient jedis) {
        return new Meeting(LOADS, () -> assertEquals("PONG", jedis.ping()));
    }

    private static RedisClient clientOf(RedisServer server) {
        ConnectionPoolConfig pool = new ConnectionPoolConfig();
        pool.setMaxTotal(LOADS);
        return RedisClient.builder()
                .hostAndPort(server.host(), server.port())
                .clientConfig(
                        DefaultJedisClientConfig.builder().timeoutMillis(60_000).build())
                .poolConfig(pool)
                .build();
    }
}
