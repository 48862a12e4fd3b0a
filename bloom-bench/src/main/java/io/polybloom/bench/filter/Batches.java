package io.polybloom.bench.filter;

import com.google.common.collect.Lists;
import java.util.List;

/** Cuts elements into batches. */
public final class Batches {

    /** The batches that the peers get: the size that the targets name. */
    public static final int OF_PEERS = 1000;

    private Batches() {}

    static List<List<String>> of(List<String> elements, int size) {
        return elements.size() <= size ? List.of(elements) : Lists.partition(elements, size);
    }

    static List<List<String>> ofPeers(List<String> elements) {
        return of(elements, OF_PEERS);
    }
}
