package io.polybloom.internal.load;

import static io.polybloom.TestFilters.words;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.FilterGoneException;
import io.polybloom.FilterSpec;
import io.polybloom.FilterSpecBuilder;
import io.polybloom.MemoryRedis;
import io.polybloom.TestFilters;
import io.polybloom.spi.Verb;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Loads of filters with the layouts of other systems. */
class LoadForeignTest {

    private final MemoryRedis redis = new MemoryRedis();

    private static FilterSpecBuilder spec(String layout) {
        return FilterSpec.named("theirs").layout(layout).bits(10_007).hashes(5);
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "recorded"})
    void leavesTheKeysThatAddsWouldLeave(String layout) {
        MemoryRedis added = new MemoryRedis();
        TestFilters.open(added, spec(layout)).addAll(words(700));
        BloomFilter<CharSequence> filter = TestFilters.open(redis, spec(layout));
        filter.load(words(400), taken -> {});
        filter.load(words(700).subList(400, 700), taken -> {});
        assertEquals(added.strings.keySet(), redis.strings.keySet());
        added.strings.forEach((key, bits) -> assertArrayEquals(bits, redis.strings.get(key), key));
        assertEquals(added.hashes, redis.hashes);
        assertTrue(redis.commands().anyMatch(command -> command.verb() == Verb.BITOP));
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "recorded"})
    void reappliesTheExpiryOfTheKeys(String layout) {
        BloomFilter<CharSequence> filter = TestFilters.open(redis, spec(layout));
        filter.addAll(words(10));
        long lifetime = Duration.ofHours(5).toMillis();
        long earliest = System.currentTimeMillis() + lifetime;
        filter.expire(Duration.ofMillis(lifetime));
        Set<String> expiring = new TreeSet<>(redis.expiries.keySet());
        filter.load(words(700), taken -> {});
        assertEquals(expiring, redis.expiries.keySet());
        long latest = System.currentTimeMillis() + lifetime;
        long expiry = redis.expiries.get("theirs.0");
        assertTrue(earliest <= expiry && expiry <= latest, earliest + " <= " + expiry + " <= " + latest);
    }

    @Test
    void noticesThatTheRecordIsGone() {
        BloomFilter<CharSequence> filter = TestFilters.open(redis, spec("recorded"));
        redis.answerInstead = command -> {
            if (command.verb() == Verb.BITOP) {
                redis.hashes.clear();
            }
            return null;
        };
        assertThrows(FilterGoneException.class, () -> filter.load(words(700), taken -> {}));
        assertTrue(redis.strings.keySet().stream().noneMatch(key -> key.contains("{")), redis.strings.toString());
    }
}
