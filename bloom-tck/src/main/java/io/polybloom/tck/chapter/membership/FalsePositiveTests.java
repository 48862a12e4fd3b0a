package io.polybloom.tck.chapter.membership;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polybloom.BloomFilter;
import io.polybloom.FilterSpec;
import io.polybloom.FilterStats;
import io.polybloom.tck.fixture.KitTests;
import io.polybloom.tck.rule.Checks;
import org.junit.jupiter.api.Test;

/** How often a filter errs, and how well it knows. */
public abstract class FalsePositiveTests extends KitTests {

    /**
     * 50,000 absent elements at p = 0.01. The elements are numbered, so a run always gives the same count; the bound of
     * five standard deviations would have rejected a correct layout with a chance of 6e-7.
     */
    @Test
    @Checks("3.01")
    void falsePositivesAreAsManyAsPromised() {
        BloomFilter<CharSequence> filter = open(
                filters(),
                fresh().capacity(20_000).falsePositiveRate(0.01).partitions(7).build());
        filter.addAll(words("present-", 20_000));
        int falsePositives = count(filter.mightContainAll(words("absent-", 50_000)));
        assertEquals(500, falsePositives, 5 * Math.sqrt(50_000 * 0.01 * 0.99));
    }

    @Test
    @Checks("3.02")
    void statsMeasureTheFilter() {
        FilterSpec spec =
                fresh().capacity(20_000).falsePositiveRate(0.01).partitions(3).build();
        BloomFilter<CharSequence> filter = open(filters(), spec);
        assertEquals(0, filter.stats().estimatedCount());
        filter.addAll(words("some-", 20_000));
        FilterStats stats = filter.stats();
        assertEquals(20_000, stats.estimatedCount(), 600);
        assertEquals(0.01, stats.currentFalsePositiveRate(), 0.001);
        assertEquals(filter.description().memoryBytes(), stats.memoryBytes());
    }
}
