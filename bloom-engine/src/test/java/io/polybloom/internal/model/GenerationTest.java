package io.polybloom.internal.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.FilterDescription;
import io.polybloom.FilterSpec;
import io.polybloom.FilterWindow;
import io.polybloom.layout.ElementHash;
import io.polybloom.testing.TestFilters;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which of two states of a filter is the older one, and which partitions are the same. */
class GenerationTest {

    private final FilterDescription first = described("00000000000000aa");

    private static FilterDescription described(String id) {
        FilterSpec spec = TestFilters.clicks(2);
        return Descriptions.planned(spec, 1, id, ElementHash.murmur3());
    }

    private static FilterDescription grown(FilterDescription filter) {
        return Descriptions.withLayer(filter, filter.geometry());
    }

    private static boolean isOlder(FilterDescription one, FilterDescription other) {
        return new Generation(one).isOlderThan(new Generation(other));
    }

    @Test
    void isOlderWithFewerLayers() {
        assertTrue(isOlder(first, grown(first)));
        assertFalse(isOlder(grown(first), first));
        assertFalse(isOlder(first, first));
    }

    @Test
    void isOlderWithFewerClearsHoweverManyLayers() {
        FilterDescription cleared = Descriptions.cleared(first, 1, "00000000000000bb");
        assertTrue(isOlder(grown(first), cleared));
        assertFalse(isOlder(cleared, grown(first)));
    }

    @Test
    void isNotOlderThanTheOtherOfTwoClears() {
        FilterDescription one = Descriptions.cleared(first, 1, "00000000000000bb");
        FilterDescription other = grown(Descriptions.cleared(first, 1, "00000000000000cc"));
        assertFalse(isOlder(one, other));
    }

    @Test
    void isNotOlderThanAnotherLife() {
        FilterDescription another = Descriptions.cleared(described("00000000000000dd"), 1, "00000000000000ee");
        assertFalse(isOlder(first, another));
    }

    @Test
    void lacksASliceThatAnotherStateHas() {
        FilterDescription windowed = Descriptions.planned(
                TestFilters.clicks().window(Duration.ofHours(1), 4).build(),
                1,
                "00000000000000aa",
                ElementHash.murmur3());
        Generation empty = new Generation(windowed);
        Generation used = new Generation(Descriptions.withSlices(windowed, List.of(7L)));
        Generation moving = new Generation(Descriptions.withSlices(windowed, List.of(7L, 8L)));
        assertTrue(empty.lacksPartOf(used));
        assertFalse(used.lacksPartOf(empty));
        // The choice of the slice that follows is withdrawn if the filter is being cleared.
        assertFalse(used.lacksPartOf(moving));
        Generation chosen = new Generation(Descriptions.withSlices(windowed, List.of(FilterWindow.NO_SLICE, 7L)));
        assertFalse(empty.lacksPartOf(chosen));
        assertEquals(empty.newestSlice(), chosen.newestSlice());
    }

    @Test
    void hasPartitionsThatAreEqualByLayerAndNumber() {
        Layer layer = new Generation(first).newest();
        assertEquals(
                layer.partition(1), new Partition(layer, 1, layer.partition(1).place()));
        assertNotEquals(layer.partition(0), layer.partition(1));
        assertNotEquals(layer.partition(0), new Generation(first).newest().partition(0));
    }
}
