package io.polybloom.internal.nearcache;

import static io.polybloom.testing.TestFilters.count;
import static io.polybloom.testing.TestFilters.words;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.common.hash.Funnel;
import io.polybloom.BloomFilter;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpecBuilder;
import io.polybloom.NearCache;
import io.polybloom.driver.BlockingBloomFilters;
import io.polybloom.testing.MemoryRedis;
import io.polybloom.testing.TestFilters;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Bits that have been seen set in Redis need not be asked for again, and no others are known. The clock stands still.
 */
class NearCacheTest {

    private static final NearCache CACHE = NearCache.ofMemory(1 << 20).timedBy(() -> 42);

    private final MemoryRedis redis = new MemoryRedis();

    @ParameterizedTest
    @ValueSource(strings = {"classic-v1", "blocked-v1", "words-v1"})
    void anElementThatWasFoundIsKnown(String layout) {
        open(spec().layout(layout)).addAll(words(50));
        BloomFilter<CharSequence> filter = open(spec().layout(layout), CACHE);
        filter.mightContain("word-0");
        filter.mightContainAll(words(50).subList(1, 25));
        filter.addAll(words(50).subList(25, 49));
        filter.add("word-49");
        assertSilent(() -> {
            assertEquals(50, count(filter.mightContainAll(words(50))));
            words(50).forEach(word -> assertFalse(filter.add(word), word));
        });
    }

    @Test
    void aFunnelThatThrowsFailsAsWithoutTheCache() {
        Funnel<CharSequence> throwing = (word, sink) -> {
            if (word.equals("bad")) {
                throw new IllegalStateException("no bytes");
            }
            TestFilters.TEXT.funnel(word, sink);
        };
        BloomFilter<CharSequence> filter = new BlockingBloomFilters(redis)
                .open(spec().build(), throwing, FilterOptions.defaults().nearCache(CACHE));
        filter.add("word");
        assertThrows(IllegalStateException.class, () -> filter.addAll(List.of("word", "bad")));
        assertThrows(IllegalStateException.class, () -> filter.mightContainAll(List.of("word", "bad")));
    }

    @Test
    void aCacheHasLimits() {
        NearCache with = CACHE.checkedEvery(Duration.ofMillis(5));
        assertEquals(Duration.ofMillis(5), with.checkedEvery());
        assertEquals(1 << 20, with.memoryBytes());
        assertThrows(IllegalArgumentException.class, () -> NearCache.ofMemory(4095));
        assertThrows(IllegalArgumentException.class, () -> CACHE.checkedEvery(Duration.ofMillis(-1)));
        assertThrows(IllegalArgumentException.class, () -> CACHE.checkedEvery(Duration.ofHours(25)));
    }

    private void assertSilent(Runnable calls) {
        redis.batches.clear();
        calls.run();
        assertEquals(
                List.of(), redis.batches.stream().map(batch -> batch.commands()).toList());
    }

    private BloomFilter<CharSequence> open(FilterSpecBuilder spec) {
        return TestFilters.open(redis, spec);
    }

    private BloomFilter<CharSequence> open(FilterSpecBuilder spec, NearCache cache) {
        return TestFilters.open(redis, spec, FilterOptions.defaults().nearCache(cache));
    }

    private static FilterSpecBuilder spec() {
        return TestFilters.clicks().partitions(3);
    }

    @Test
    void isCheckedFromEveryTimeToOnceADay() {
        NearCache cache = NearCache.ofMemory(1 << 16);
        Duration longest = Duration.ofDays(1);
        assertEquals(Duration.ZERO, cache.checkedEvery(Duration.ZERO).checkedEvery());
        assertEquals(longest, cache.checkedEvery(longest).checkedEvery());
        assertThrows(IllegalArgumentException.class, () -> cache.checkedEvery(Duration.ofNanos(-1)));
        assertThrows(IllegalArgumentException.class, () -> cache.checkedEvery(longest.plusNanos(1)));
    }
}
