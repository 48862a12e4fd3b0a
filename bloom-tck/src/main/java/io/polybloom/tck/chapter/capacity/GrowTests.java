package io.polybloom.tck.chapter.capacity;

import io.polybloom.BloomFilter;
import io.polybloom.FilterSpecBuilder;
import io.polybloom.OverCapacity;
import io.polybloom.tck.fixture.KitTests;
import java.util.ArrayList;
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

    /** Returns the keys of a grown filter: a config, and the partitions of the given number of layers. */
    static List<String> keysOf(BloomFilter<CharSequence> filter, int partitions, int layers) {
        String name = filter.description().name();
        List<String> keys = new ArrayList<>(List.of("bloom:{" + name + "}", "bloom:{" + name + "}:trace"));
        for (int partition = 0; partition < partitions; partition++) {
            for (int layer = 0; layer < layers; layer++) {
                keys.add("bloom:{" + name + ":" + partition + "}:"
                        + filter.description().generation() + "." + layer);
            }
        }
        keys.sort(null);
        return keys;
    }
}
