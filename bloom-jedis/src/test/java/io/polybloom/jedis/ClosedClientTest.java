package io.polybloom.jedis;

import static io.polybloom.jedis.Fixtures.TEXT;
import static io.polybloom.jedis.Fixtures.roomy;
import static io.polybloom.jedis.Fixtures.words;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.polybloom.BackendException;
import io.polybloom.BackendException.Reason;
import io.polybloom.BloomFilter;
import io.polybloom.PartialBulkException;
import io.polybloom.tck.server.RedisServer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import redis.clients.jedis.JedisPool;
import redis.clients.jedis.UnifiedJedis;

/**
 * The caller has closed the client and continues to call. A cluster client of Jedis opens new connections even then.
 */
class ClosedClientTest {

    @Test
    void callsOnAClosedClientFailWithAReason() {
        try (RedisServer server = RedisServer.start()) {
            assertEveryCallFails(Fixtures.client(server));
        }
    }

    @Test
    @SuppressWarnings("deprecation") // Jedis deprecates the pool whose use is tested here
    void callsOnAClosedPoolOfJedisObjectsFailWithAReason() {
        try (RedisServer server = RedisServer.start()) {
            JedisPool pool = new JedisPool(server.host(), server.port());
            BloomFilter<CharSequence> filter = JedisBloom.on(pool::getResource).open(roomy("closed", 3), TEXT);
            pool.close();
            BackendException failure = assertThrows(BackendException.class, () -> filter.add("a"));
            assertEquals(Reason.CLIENT_CLOSED, failure.reason(), failure.getMessage());
            assertFalse(failure.mayHaveBeenApplied());
        }
    }

    private static void assertEveryCallFails(UnifiedJedis jedis) {
        BloomFilter<CharSequence> filter = JedisBloom.on(jedis).open(roomy("closed", 3), TEXT);
        filter.add("before");
        jedis.close();
        List<Executable> calls = List.of(
                () -> filter.add("a"),
                () -> filter.addAll(words(0, 100)),
                () -> filter.mightContain("a"),
                () -> filter.mightContainAll(words(0, 100)),
                () -> filter.load(words(0, 100), taken -> {}),
                filter::stats,
                filter::clear,
                () -> filter.expire(Duration.ofHours(1)),
                () -> filter.expireAt(Instant.now().plus(Duration.ofHours(1))),
                filter::persist,
                filter::delete,
                () -> JedisBloom.on(jedis).open(roomy("another", 1), TEXT));
        for (Executable call : calls) {
            Throwable failure = assertThrows(Throwable.class, call);
            if (failure instanceof PartialBulkException partial) {
                failure = partial.getCause();
            }
            BackendException backend = assertInstanceOf(BackendException.class, failure);
            assertEquals(Reason.CLIENT_CLOSED, backend.reason(), backend.getMessage());
            assertFalse(backend.mayHaveBeenApplied());
        }
    }
}
