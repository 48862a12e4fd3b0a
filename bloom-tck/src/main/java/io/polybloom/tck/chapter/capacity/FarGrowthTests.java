package io.polybloom.tck.chapter.capacity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.tck.rule.Checks;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A filter that grows to a thousand times its capacity. */
public abstract class FarGrowthTests extends GrowTests {

    private static final int CAPACITY = 25;
    private static final int ALL = 1000 * CAPACITY;
    private static final int PART = ALL / 10;
    private static final int BATCH = 250;
    private static final double RATE = 0.01;

    /**
     * An element that is called seen although it is new is a false positive, too. The elements are numbered, so a run
     * always gives the same counts.
     */
    @Test
    @Checks("6.08")
    void aFilterTakesAThousandTimesItsCapacity() {
        BloomFilter<CharSequence> filter =
                open(filters(), growing(CAPACITY, 1).falsePositiveRate(RATE).build());
        List<String> elements = words("element-", ALL);
        int added = addInBatches(filter, elements.subList(0, PART), BATCH);
        assertWithinRate(PART - added, PART, "new elements that were called present");
        assertEquals(7, filter.description().layers().size(), "layers for " + PART);
        added += addInBatches(filter, elements.subList(PART, ALL), BATCH);
        assertEquals(10, filter.description().layers().size(), "layers for " + ALL);
        assertWithinRate(ALL - added, ALL, "new elements that were called present");
        assertEquals(ALL, find(filter, elements), "elements found");
        assertWithinRate(find(filter, words("absent-", PART)), PART, "absent elements that were called present");
    }

    private static int find(BloomFilter<CharSequence> filter, List<String> elements) {
        int found = 0;
        for (int from = 0; from < elements.size(); from += BATCH) {
            found += count(filter.mightContainAll(elements.subList(from, from + BATCH)));
        }
        return found;
    }

    private static void assertWithinRate(int wrong, int of, String what) {
        double bound = of * RATE + 5.3 * Math.sqrt(of * RATE * (1 - RATE));
        assertTrue(wrong <= bound, what + ": " + wrong + " of " + of + ", at most " + bound);
    }
}
