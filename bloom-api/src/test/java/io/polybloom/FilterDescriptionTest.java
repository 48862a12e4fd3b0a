package io.polybloom;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.polybloom.layout.Geometry;
import io.polybloom.layout.Sizing;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The ranges of a filter's stored parameters. */
class FilterDescriptionTest {

    private static FilterDescription described(long capacity, double rate, int servers, int layers) {
        return new FilterDescription(
                "clicks",
                new FilterDescription.Parameters(
                        "classic-v1", Optional.empty(), capacity, rate, Sizing.BALANCED, OverCapacity.DEGRADE, ""),
                new FilterDescription.Shape(
                        List.of(new Geometry(64, 1, 1)).subList(0, layers), List.of(), 512, servers, Optional.empty()),
                new FilterDescription.Life("00000000000000aa", "00000000000000aa", 0, 0),
                new FilterDescription.State(0, Optional.empty(), true, Optional.empty()));
    }

    /** Layouts of other systems know a rate of 0. */
    @ParameterizedTest
    @CsvSource({"1, 0.5, 1", "1000, 0, 1", "1000, 0.9999, 7"})
    void takesWhatAFilterMayHave(long capacity, double rate, int servers) {
        FilterDescription filter = described(capacity, rate, servers, 1);
        assertEquals(capacity, filter.capacity());
        assertEquals(rate, filter.falsePositiveRate());
    }

    @ParameterizedTest
    @CsvSource({"0, 0.5, 1, 1", "1, 1, 1, 1", "1, -0.1, 1, 1", "1, NaN, 1, 1", "1, 0.5, 0, 1", "1, 0.5, 1, 0"})
    void refusesWhatNoFilterHas(long capacity, double rate, int servers, int layers) {
        assertThrows(IllegalArgumentException.class, () -> described(capacity, rate, servers, layers));
    }

    @Test
    void hasAShortText() {
        assertEquals(
                "FilterDescription[clicks: classic-v1, capacity 1000, false-positive rate 0.010, DEGRADE, 1 layer,"
                        + " 9 bytes]",
                described(1000, 0.01, 1, 1).toString());
    }
}
