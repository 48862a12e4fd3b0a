package io.polybloom.tck.chapter.capacity;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polybloom.BloomFilter;
import io.polybloom.FilterSpecBuilder;
import io.polybloom.OverCapacity;
import io.polybloom.layout.Geometry;
import io.polybloom.tck.fixture.KitTests;
import io.polybloom.tck.fixture.StoredFilter;
import java.util.Collections;
import java.util.List;

/** The common parts of the tests of filters that grow. */
abstract class GrowTests extends KitTests {

    /** Small enough that each layer takes several batches. */
    private static final int BATCH = 100;

    final FilterSpecBuilder growing(int capacity, int partitions) {
        return fresh().capacity(capacity)
                .falsePositiveRate(0.01)
                .partitions(partitions)
                .overCapacity(OverCapacity.GROW);
    }

    /** Adds elements in small batches; returns how many were reported as new. */
    static int addInBatches(BloomFilter<CharSequence> filter, List<String> elements) {
        return addInBatches(filter, elements, BATCH);
    }

    static int addInBatches(BloomFilter<CharSequence> filter, List<String> elements, int batch) {
        int added = 0;
        for (int from = 0; from < elements.size(); from += batch) {
            added += count(filter.addAll(elements.subList(from, Math.min(elements.size(), from + batch))));
        }
        return added;
    }

    /** Returns the keys of a grown filter, which has the given number of partitions and of layers. */
    static List<String> keysOf(BloomFilter<CharSequence> filter, int partitions, int layers) {
        List<Geometry> shapes = filter.description().layers();
        assertEquals(
                Collections.nCopies(layers, partitions),
                shapes.stream().map(Geometry::partitions).toList());
        return StoredFilter.keys(filter.description());
    }
}
