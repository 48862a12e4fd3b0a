package io.polybloom.tck.chapter.capacity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.FilterSpec;
import io.polybloom.FilterStats;
import io.polybloom.layout.Geometry;
import io.polybloom.layout.Sizing;
import io.polybloom.tck.fixture.KitTests;
import io.polybloom.tck.rule.Checks;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Filters that still accept elements beyond their capacity, with a rising error rate. */
public abstract class DegradingTests extends KitTests {

    private static final int CAPACITY = 20_000;
    private static final int ABSENT = 20_000;
    private static final int BATCH = 10_000;

    /**
     * The permitted spread of the measurement in standard deviations of a binomial count. The fill spreads, too, by up
     * to 0.4 of them, so six are at least 5.5 standard deviations of both together: a correct layout fails one of the
     * six measurements with a chance under 3e-7.
     */
    private static final double DEVIATIONS = 6;

    @TestFactory
    @Checks("6.01")
    List<DynamicTest> theErrorRateBeyondTheCapacityIsThePredictedOne() {
        return List.of(
                row(
                        "balanced, 3 partitions",
                        () -> overfill(fresh().capacity(CAPACITY).partitions(3).build())),
                row(
                        "compact, 1 partition",
                        () -> overfill(fresh().capacity(CAPACITY)
                                .sizing(Sizing.COMPACT)
                                .build())));
    }

    private void overfill(FilterSpec spec) {
        BloomFilter<CharSequence> filter = open(filters(), spec);
        List<String> present = words("present-", 4 * CAPACITY);
        List<String> absent = words("absent-", ABSENT);
        int added = 0;
        for (int times : List.of(1, 2, 4)) {
            while (added < times * CAPACITY) {
                filter.addAll(present.subList(added, added + BATCH));
                added += BATCH;
            }
            double predicted = predictedRate(filter.description().geometry(), added);
            double deviation = Math.sqrt(ABSENT * predicted * (1 - predicted));
            assertEquals(
                    ABSENT * predicted,
                    count(filter.mightContainAll(absent)),
                    DEVIATIONS * deviation,
                    "false positives at " + times + " times the capacity");
        }
        assertEquals(added, count(filter.mightContainAll(present)), "elements found");
    }

    private static double predictedRate(Geometry geometry, int elements) {
        double bitsSet = geometry.hashes() * (double) elements;
        return Math.pow(-Math.expm1(-bitsSet / geometry.totalBits()), geometry.hashes());
    }

    @Test
    @Checks("6.02")
    void theListenerIsToldOnceAndTheStatisticsSaySo() {
        List<FilterStats> told = new CopyOnWriteArrayList<>();
        FilterSpec spec = fresh().capacity(2000).build();
        BloomFilter<CharSequence> filter = open(filters(), spec, OPTIONS.overCapacityListener(told::add));
        List<String> elements = words("word-", 6000);
        filter.addAll(elements.subList(0, 1900));
        assertEquals(List.of(), told);
        assertFalse(filter.stats().isOverCapacity());
        for (int from = 1900; from < 5000; from += 100) {
            filter.addAll(elements.subList(from, from + 100));
        }
        for (String element : elements.subList(5000, 6000)) {
            filter.add(element);
        }
        assertEquals(1, told.size());
        assertEquals(2000, told.get(0).estimatedCount(), 150);
        assertTrue(told.get(0).estimatedCount() >= 2000, told.toString());
        assertTrue(filter.stats().isOverCapacity());
        assertEquals(6000, filter.stats().estimatedCount(), 300);
    }
}
