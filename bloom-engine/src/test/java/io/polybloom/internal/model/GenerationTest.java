package io.polybloom.internal.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.FilterDescription;
import io.polybloom.FilterSpec;
import io.polybloom.layout.ElementHash;
import io.polybloom.testing.TestFilters;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which of two states of a filter is the older one, and which partitions are the same. */
class GenerationTest {

    private final FilterDescription first = described("00000000000000aa");

    private static FilterDescription described(String id) {
        FilterSpec spec = TestFilters.clicks(2);
        return Descriptions.planned(spec, 1, id, ElementHash.murmur3());
    }

    private static Generation at(FilterDescription filter, long number, String by, Map<Long, String> stored) {
        return new Generation(filter, new Version(number, by, stored, 0));
    }

    @Test
    void isOlderWithASmallerNumber() {
        Generation third = at(first, 3, "c", Map.of(2L, "b", 3L, "c"));
        Generation fourth = at(first, 4, "d", Map.of(3L, "c", 4L, "d"));
        assertTrue(third.isOlderThan(fourth));
        assertFalse(fourth.isOlderThan(third));
        assertFalse(third.isOlderThan(third));
        assertTrue(third.lacksPartOf(fourth), "a failover has undone the fourth");
        assertFalse(fourth.lacksPartOf(third));
    }

    /** Others have written other versions under the numbers that a failover has undone. */
    @Test
    void lacksAVersionWhoseNumberAnotherOneHas() {
        Generation known = at(first, 4, "d", Map.of(3L, "c", 4L, "d"));
        Generation sameNumber = at(first, 4, "e", Map.of(3L, "c", 4L, "e"));
        Generation later = at(first, 6, "g", Map.of(4L, "e", 5L, "f", 6L, "g"));
        assertTrue(sameNumber.lacksPartOf(known));
        assertTrue(later.lacksPartOf(known));
        assertFalse(later.isOlderThan(known));
        assertFalse(later.lacksPartOf(sameNumber));
    }

    /** Only the newest eight versions are stored. */
    @Test
    void takesWhatIsNotStoredAnyMoreForAnAncestor() {
        Generation known = at(first, 4, "d", Map.of(4L, "d"));
        Generation later = at(first, 40, "z", Map.of(39L, "y", 40L, "z"));
        assertFalse(later.lacksPartOf(known));
    }

    @Test
    void isNeitherOlderThanAnotherLifeNorLacksAPartOfIt() {
        Generation another = at(described("00000000000000dd"), 7, "x", Map.of());
        Generation known = at(first, 4, "d", Map.of());
        assertFalse(known.isOlderThan(another));
        assertFalse(known.lacksPartOf(another));
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
