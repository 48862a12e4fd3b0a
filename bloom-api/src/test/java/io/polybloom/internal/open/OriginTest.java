package io.polybloom.internal.open;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.FilterCopy;
import io.polybloom.FilterDescription;
import io.polybloom.FilterSpec;
import io.polybloom.MemoryRedis;
import io.polybloom.TestFilters;
import io.polybloom.driver.BlockingBloomFilters;
import org.junit.jupiter.api.Test;

/** The origin tells a filter that was cleared from one that was created again. */
class OriginTest {

    private static final FilterSpec SPEC = TestFilters.clicks(3);

    private final MemoryRedis redis = new MemoryRedis();

    @Test
    void isDrawnForEveryFilter() {
        BloomFilter<CharSequence> filter = TestFilters.open(redis, SPEC);
        String origin = filter.description().origin();
        assertTrue(origin.matches("[0-9a-f]{16}"), origin);
        assertEquals(origin, TestFilters.open(redis, SPEC).description().origin());
        filter.delete();
        assertNotEquals(origin, TestFilters.open(redis, SPEC).description().origin());
    }

    @Test
    void isKeptByClear() {
        BloomFilter<CharSequence> filter = TestFilters.open(redis, SPEC);
        FilterDescription before = filter.description();
        filter.clear();
        assertEquals(before.origin(), filter.description().origin());
        assertEquals(
                before.origin(), TestFilters.open(redis, SPEC).description().origin());
        assertNotEquals(before.generation(), filter.description().generation());
    }

    @Test
    void isAnotherOneInACopy() {
        FilterDescription original = TestFilters.open(redis, SPEC).description();
        BlockingBloomFilters filters = new BlockingBloomFilters(redis);
        filters.run(FilterCopy.of(SPEC).named("copied"));
        FilterDescription copy =
                filters.openExisting("copied", TestFilters.TEXT).description();
        assertNotEquals(original.origin(), copy.origin());
        assertEquals(original.hash(), copy.hash());
    }
}
