package io.polybloom.tck.chapter.opening;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.FilterSpec;
import io.polybloom.tck.fixture.KitTests;
import io.polybloom.tck.fixture.StoredFilter;
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
            assertEquals(instant, StoredFilter.expireAt(redis, filter.description()));
            List<String> keys = redis.keys("*" + name + "*");
            assertEquals(StoredFilter.keys(filter.description()), keys);
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
        try (RespClient redis = standalone().client()) {
            filter.expire(LIFE);
            StoredFilter.assertStoredOneExpiry(redis, spec.name());
            other.persist();
            List<String> keys = redis.keys("*" + spec.name() + "*");
            assertEquals(StoredFilter.keys(other.description()), keys);
            for (String key : keys) {
                assertEquals(-1, redis.integer("PTTL", key), key);
            }
            StoredFilter.assertStoredOneExpiry(redis, spec.name());
        }
        assertEquals(Optional.empty(), other.description().expireAt());
    }
}
