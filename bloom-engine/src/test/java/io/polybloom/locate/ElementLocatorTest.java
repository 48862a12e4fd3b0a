package io.polybloom.locate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.FilterSpec;
import io.polybloom.testing.MemoryRedis;
import io.polybloom.testing.TestFilters;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class ElementLocatorTest {

    private static final byte[] ELEMENT = "event-1".getBytes(StandardCharsets.UTF_8);
    private static final FilterSpec SPEC =
            FilterSpec.named("clicks").capacity(5000).partitions(5).build();

    @Test
    void showsTheServerPartitionAndKeyOfAFilterThatDoesNotExist() {
        ElementLocation location =
                ElementLocator.planned(SPEC, 2).locate(ELEMENT).get(0);
        assertEquals(location.partition() % 2, location.server());
        assertEquals("bloom:{clicks:" + location.partition() + "}:GEN", location.key());
        assertEquals(4, location.offsets().size());
    }

    @Test
    void namesTheBitsThatAnAddSets() {
        MemoryRedis redis = new MemoryRedis();
        BloomFilter<CharSequence> filter = TestFilters.open(redis, SPEC);
        filter.add("event-1");
        List<ElementLocation> locations =
                ElementLocator.stored(filter.description()).locate(ELEMENT);
        byte[] bits = redis.strings.get(locations.get(0).key());
        Set<Long> found = new TreeSet<>();
        for (long bit = 0; bit < filter.description().geometry().partitionBits(); bit++) {
            if ((bits[(int) (bit >> 3)] & 128 >> (bit & 7)) != 0) {
                found.add(bit);
            }
        }
        assertEquals(new TreeSet<>(locations.get(0).offsets()), found);
        assertTrue(
                locations.get(0).key().endsWith(filter.description().layerIds().get(0)));
    }

    @Test
    void asksForTheKeyOfAKeyedFilterAndOfNoOther() {
        FilterSpec keyed =
                FilterSpec.named("clicks").capacity(5000).partitions(5).keyed().build();
        String key = "00112233445566778899aabbccddeeff";
        assertThrows(IllegalArgumentException.class, () -> ElementLocator.planned(keyed, 2));
        assertThrows(IllegalArgumentException.class, () -> ElementLocator.planned(SPEC, 2, key));
        assertNotEquals(
                ElementLocator.planned(SPEC, 2).locate(ELEMENT),
                ElementLocator.planned(keyed, 2, key).locate(ELEMENT));
    }

    @Test
    void doesNotPlanTheKeysOfAFilterThatForgets() {
        FilterSpec forgets = FilterSpec.named("x")
                .capacity(100)
                .window(Duration.ofHours(1), 4)
                .build();
        String refusal = assertThrows(IllegalArgumentException.class, () -> ElementLocator.planned(forgets, 1))
                .getMessage();
        assertTrue(refusal.contains("depend on the time"), refusal);
    }
}
