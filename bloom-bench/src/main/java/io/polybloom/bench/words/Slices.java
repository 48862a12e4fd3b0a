package io.polybloom.bench.words;

import com.google.common.collect.Lists;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Cuts work on many elements into slices. */
public final class Slices {

    private Slices() {}

    /** Returns slices of nearly the same size; each of them hands its elements to the work. */
    public static List<Runnable> of(List<String> elements, int count, Consumer<List<String>> work) {
        List<Runnable> slices = new ArrayList<>(count);
        int size = Math.max(1, (elements.size() + count - 1) / count);
        for (List<String> slice : Lists.partition(elements, size)) {
            slices.add(() -> work.accept(slice));
        }
        return slices;
    }
}
