package io.polybloom.internal.membership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.internal.model.Offsets;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class OffsetSetTest {

    @Test
    void agreesWithASetOfTheJdk() {
        Random random = new Random(5);
        for (int count = 0; count < 300; count++) {
            long[] offsets = random.longs(count, 0, 1000).toArray();
            OffsetSet set = new OffsetSet(Offsets.of(offsets));
            Set<Long> expected = new HashSet<>();
            for (long offset : offsets) {
                expected.add(offset);
            }
            for (long offset = 0; offset < 1000; offset++) {
                assertEquals(expected.contains(offset), set.containsAny(Offsets.of(offset)));
            }
        }
    }

    @Test
    void knowsTheEndsOfTheLargestString() {
        long last = (1L << 32) - 1;
        OffsetSet set = new OffsetSet(Offsets.of(last, 0, last - 1));
        assertTrue(set.containsAny(Offsets.of(0)));
        assertTrue(set.containsAny(Offsets.of(7, last - 1)));
        assertTrue(set.containsAny(Offsets.of(last)));
        assertFalse(set.containsAny(Offsets.of(1, 2, last - 2)));
        assertFalse(set.containsAny(Offsets.of()));
    }
}
