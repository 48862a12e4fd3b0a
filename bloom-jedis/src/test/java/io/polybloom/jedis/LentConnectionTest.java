package io.polybloom.jedis;

import static io.polybloom.jedis.Fixtures.TEXT;
import static io.polybloom.jedis.Fixtures.roomy;
import static io.polybloom.jedis.Fixtures.words;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BackendException;
import io.polybloom.BloomFilter;
import io.polybloom.BloomFilters;
import io.polybloom.tck.chapter.failure.FailureTests;
import io.polybloom.tck.server.RedisServer;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.JedisPool;

/** A pool of {@link Jedis} objects, as applications had it before Jedis had pooled clients. */
@SuppressWarnings("deprecation") // that of JedisPool since Jedis 8: applications still have it
class LentConnectionTest {

    @Test
    void everyConnectionIsGivenBackAndABrokenOneIsNotLentAgain() {
        try (RedisServer server = RedisServer.start();
                JedisPool pool = new JedisPool(server.host(), server.port())) {
            BloomFilter<CharSequence> filter = JedisBloom.on(pool::getResource).open(roomy("lent", 5), TEXT);
            assertTrue(filter.add("element"));
            assertFalse(filter.add("element"));
            assertEquals(20_000, filter.addAll(words(0, 20_000)).length);
            assertEquals(0, pool.getNumActive());
            assertEquals(1, pool.getNumIdle());

            server.kill();
            assertThrows(BackendException.class, () -> filter.mightContain("element"));
            assertEquals(0, pool.getNumActive());
            assertEquals(0, pool.getNumIdle());
        }
    }

    @Test
    void everyCallSaysThatThePoolIsClosed() {
        try (RedisServer server = RedisServer.start()) {
            JedisPool pool = new JedisPool(server.host(), server.port());
            BloomFilters filters = JedisBloom.on(pool::getResource);
            BloomFilter<CharSequence> filter = filters.open(roomy("lent", 3), TEXT);
            pool.close();
            FailureTests.assertClosed(filters, filter);
        }
    }

    @Test
    void theDatabaseIsThatOfTheLentConnection() {
        try (RedisServer server = RedisServer.start();
                JedisPool pool = new JedisPool(server.uri() + "/3");
                Jedis other = new Jedis(server.host(), server.port())) {
            JedisBloom.on(pool::getResource).open(roomy("lent", 1), TEXT);
            assertEquals(0, other.dbSize());
            other.select(3);
            assertTrue(other.dbSize() > 0);
        }
    }
}
