package io.polybloom;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polybloom.internal.model.Descriptions;
import io.polybloom.layout.ElementHash;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the stats of a filter say, from those of its layers. */
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
        assertEquals(1 - 0.5 * 0.75, stats.currentFalsePositiveRate());
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
    }

    @ParameterizedTest
    @CsvSource({"999, false", "1000, false", "1001, true"})
    void areOverCapacityBeyondIt(long estimate, boolean isOver) {
        assertEquals(isOver, new FilterStats(FILTER, List.of(layer(100, 0.5, estimate, 0.1))).isOverCapacity());
    }
}
