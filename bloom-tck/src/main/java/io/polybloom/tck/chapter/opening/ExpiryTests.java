package io.polybloom.tck.chapter.opening;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.FilterSpec;
import io.polybloom.tck.fixture.KitTests;
import io.polybloom.tck.rule.Checks;
import io.polybloom.tck.server.RespClient;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** When a filter expires, and how its expiry is removed. */
public abstract class ExpiryTests extends KitTests {

    /** Three partitions, the hash beside each that tells of its expiry, config and trace. */
    private static final int KEYS_THAT_EXPIRE = 8;

    private static final Duration LIFE = Duration.ofMinutes(10);

    @Test
    @Checks("5.11")
    void theInstantIsKeptToTheMillisecond() {
        BloomFilter<CharSequence> filter =
                open(filters(), fresh().capacity(1000).partitions(3).build());
        Instant instant =
                Instant.now().plus(LIFE).truncatedTo(ChronoUnit.SECONDS).plusMillis(123);
        String name = filter.description().name();
        try (RespClient redis = standalone().client()) {
            long before = clock(redis);
            filter.expireAt(instant);
            String field = "expireAt." + filter.description().origin() + ".1";
            assertEquals(Long.toString(instant.toEpochMilli()), redis.text("HGET", "bloom:{" + name + "}", field));
            List<String> keys = redis.keys("bloom:{" + name + "*");
            assertEquals(KEYS_THAT_EXPIRE, keys.size());
            for (String key : keys) {
                assertExpiresWithFilter(redis, key, LIFE, before);
            }
        }
        assertEquals(
                Optional.of(instant), filters().describe(name).orElseThrow().expireAt());
    }

    @Test
    @Checks("5.11")
    void anInstantThatHasPassedIsRefused() {
        BloomFilter<CharSequence> filter =
                open(filters(), fresh().capacity(1000).build());
        filter.add("a");
        Instant past = Instant.now().minus(LIFE);
        assertThrows(IllegalArgumentException.class, () -> filter.expireAt(past));
        assertTrue(filter.mightContain("a"));
        assertEquals(Optional.empty(), filter.description().expireAt());
    }

    @Test
    @Checks("5.12")
    void aFilterThatPersistsExpiresNowhere() {
        FilterSpec spec = fresh().capacity(1000).partitions(3).build();
        BloomFilter<CharSequence> filter = open(filters(), spec);
        BloomFilter<CharSequence> other = open(filters(), spec);
        String pattern = "bloom:{" + spec.name() + "*";
        try (RespClient redis = standalone().client()) {
            String config = "bloom:{" + spec.name() + "}";
            long fields = redis.integer("HLEN", config);
            filter.expire(LIFE);
            assertEquals(fields + 1, redis.integer("HLEN", config));
            other.persist();
            List<String> keys = redis.keys(pattern);
            assertEquals(5, keys.size());
            for (String key : keys) {
                assertEquals(-1, redis.integer("PTTL", key), key);
            }
            assertEquals(fields + 1, redis.integer("HLEN", config), "the last change, and none before it");
        }
        assertEquals(Optional.empty(), other.description().expireAt());
    }
}
