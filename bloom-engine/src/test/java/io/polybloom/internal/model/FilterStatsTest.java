package io.polybloom.internal.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.FilterDescription;
import io.polybloom.FilterStats;
import io.polybloom.LayerStats;
import io.polybloom.layout.ElementHash;
import io.polybloom.testing.TestFilters;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The stats of a filter, computed from those of its layers. */
class FilterStatsTest {

    private static final FilterDescription FILTER =
            Descriptions.planned(TestFilters.clicks(3), 1, "00000000000000aa", ElementHash.murmur3());

    private static LayerStats layer(long sampledBits, double fillRatio, long estimate, double rate) {
        return new LayerStats(FILTER.geometry(), 1000, sampledBits, fillRatio, estimate, rate, false);
    }

    @Test
    void areOfAllLayersTogether() {
        FilterStats stats = new FilterStats(
                FILTER, List.of(layer(100, 0.5, 700, 0.5), layer(300, 0.25, 20, 0.25), layer(0, 0, 3, 0)));
        assertEquals(723, stats.estimatedCount());
        assertEquals(400, stats.sampledBits());
        assertEquals(125.0 / 400, stats.fillRatio());
        assertEquals(1 - 0.5 * 0.75, stats.currentFalsePositiveRate(), 1e-15);
    }

    /** A filter that forgets may have no slice. */
    @Test
    void areThoseOfAnEmptyFilterWithoutLayers() {
        FilterStats stats = new FilterStats(FILTER, List.of());
        assertEquals(0, stats.estimatedCount());
        assertEquals(0, stats.fillRatio());
        assertEquals(0, stats.currentFalsePositiveRate());
    }

    /** One minus one minus a rate is another number. */
    @Test
    void haveTheRateOfTheOnlyLayer() {
        FilterStats stats = new FilterStats(FILTER, List.of(layer(100, 0.5, 700, 1e-17)));
        assertEquals(1e-17, stats.currentFalsePositiveRate());
        FilterStats grown = new FilterStats(FILTER, List.of(layer(100, 0.5, 700, 1e-17), layer(100, 0.5, 700, 2e-17)));
        assertEquals(3e-17, grown.currentFalsePositiveRate(), 1e-30);
    }

    @ParameterizedTest
    @CsvSource({"999, false", "1000, false", "1001, true"})
    void areOverCapacityBeyondIt(long estimate, boolean isOver) {
        assertEquals(isOver, new FilterStats(FILTER, List.of(layer(100, 0.5, estimate, 0.1))).isOverCapacity());
    }

    /** The slices that were measured are the newest ones; all of them share the keys. */
    @Test
    void areThoseOfTheSlicesThatAreRemembered() {
        Duration span = Duration.ofHours(12);
        FilterDescription forgetting = Descriptions.withKeyNumbers(
                Descriptions.planned(
                        TestFilters.clicks().partitions(2).window(span, 3).build(),
                        1,
                        "00000000000000aa",
                        ElementHash.murmur3()),
                List.of(10L));
        LayerStats older = layer(100, 0.5, 700, 0.5);
        LayerStats newer = layer(100, 0.25, 300, 0.25);
        FilterStats stats = new FilterStats(forgetting, List.of(older, newer));
        Instant begin = Instant.EPOCH.plus(Duration.ofHours(36));
        Instant end = Instant.EPOCH.plus(Duration.ofHours(40));
        FilterStats.Slice first = new FilterStats.Slice(9, begin, end, end.plus(span), older);
        Instant next = Instant.EPOCH.plus(Duration.ofHours(44));
        assertEquals(List.of(first, new FilterStats.Slice(10, end, next, next.plus(span), newer)), stats.slices());
        long bytes = 2 * (4 * forgetting.geometry().partitionBits() / 8 + 1);
        assertEquals(bytes, stats.memoryBytes());
        assertEquals(bytes, stats.description().memoryBytes());
        assertEquals(0, new FilterStats(forgetting, List.of()).memoryBytes());
        assertEquals(List.of(), new FilterStats(forgetting, List.of()).slices());
    }

    @Test
    void haveNoSlicesUnlessTheFilterForgets() {
        FilterStats stats = new FilterStats(FILTER, List.of(layer(100, 0.5, 700, 0.1)));
        assertEquals(List.of(), stats.slices());
        assertEquals(FILTER.memoryBytes(), stats.memoryBytes());
    }

    @Test
    void haveAShortText() {
        FilterStats stats = new FilterStats(FILTER, List.of(layer(100, 0.5, 700, 1e-6)));
        assertEquals(
                "FilterStats[clicks: about 700 of 1000 elements, fill ratio 0.500, false-positive rate 1.0e-06, "
                        + FILTER.memoryBytes() + " bytes]",
                stats.toString());
        String layer = stats.layers().get(0).toString();
        assertTrue(
                layer.startsWith(
                        "LayerStats[about 700 of 1000 elements, fill ratio 0.500, false-positive rate 1.0e-06, "),
                layer);
    }
}
