package io.polybloom.bench.suite;

import com.google.common.collect.Lists;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Cuts work on many elements into slices. */
final class Slices {

    private Slices() {}

    /** So many slices of nearly the same size, each of which hands its elements to the work. */
    static List<Runnable> of(List<String> elements, int count, Consumer<List<String>> work) {
        List<Runnable> slices = new ArrayList<>(count);
        int size = Math.max(1, (elements.size() + count - 1) / count);
        for (List<String> slice : Lists.partition(elements, size)) {
            slices.add(() -> work.accept(slice));
        }
        return slices;
    }
}
