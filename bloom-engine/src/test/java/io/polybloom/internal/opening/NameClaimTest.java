package io.polybloom.internal.opening;

import static io.polybloom.testing.TestFilters.TEXT;
import static io.polybloom.testing.TestFilters.clicks;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.FilterCopy;
import io.polybloom.FilterDescription;
import io.polybloom.FilterSpec;
import io.polybloom.driver.BlockingBloomFilters;
import io.polybloom.spi.Command;
import io.polybloom.testing.MemoryRedis;
import io.polybloom.testing.TestFilters;
import org.junit.jupiter.api.Test;

/** The claim of a name, and the keys that are left if another client has it. */
class NameClaimTest {

    private static final FilterSpec SPEC = TestFilters.clicks(3);

    private final MemoryRedis redis = new MemoryRedis();
    private final BlockingBloomFilters filters = new BlockingBloomFilters(redis);

    @Test
    void writesNothingWhereTheFilterIsThere() {
        filters.open(clicks(3), TEXT);
        redis.batches.clear();
        filters.open(clicks(3), TEXT);
        assertTrue(redis.commands().noneMatch(Command::isWrite));
    }

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
