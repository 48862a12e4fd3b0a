package io.polybloom.internal;

import com.google.common.hash.Funnel;
import io.polybloom.layout.Geometry;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** Divides the elements of a bulk operation into chunks, reading no further than the next chunk needs. */
final class Chunker<T> {

    private final Object[] elements;
    private final ElementOutcomes outcomes;
    private final Funnel<? super T> funnel;
    private final Generation generation;
    private final @Nullable Chunk[] open;
    private final long[] offsets;
    private final ElementBytes bytes = new ElementBytes();
    private final Deque<Chunk> rest = new ArrayDeque<>();
    private int next;
    private boolean flushed;

    /** Takes the elements whose outcome is not known yet. */
    Chunker(Object[] elements, ElementOutcomes outcomes, Funnel<? super T> funnel, Generation generation) {
        this.elements = elements;
        this.outcomes = outcomes;
        this.funnel = funnel;
        this.generation = generation;
        Geometry geometry = generation.geometry();
        this.open = new Chunk[geometry.partitions()];
        this.offsets = new long[geometry.hashes()];
    }

    /** The next chunk: a full one while there are any, then the rest of each partition; null when there are no more. */
    @Nullable
    Chunk next() {
        while (next < elements.length) {
            int index = next++;
            if (outcomes.isUnknown(index)) {
                Chunk chunk = place(index);
                if (chunk.isFull()) {
                    open[chunk.partition()] = null;
                    return chunk;
                }
            }
        }
        if (!flushed) {
            flush();
        }
        return rest.poll();
    }

    @SuppressWarnings("unchecked") // the array was made from a collection of T
    private Chunk place(int index) {
        bytes.set(funnel, (T) elements[index]);
        Geometry geometry = generation.geometry();
        int partition = generation.layout().locate(bytes.bytes(), bytes.length(), geometry, offsets, 0);
        Chunk chunk = open[partition];
        if (chunk == null) {
            chunk = new Chunk(partition, geometry.hashes());
            open[partition] = chunk;
        }
        chunk.add(index, offsets);
        return chunk;
    }

    private void flush() {
        flushed = true;
        for (Chunk chunk : open) {
            if (chunk != null) {
                rest.add(chunk);
            }
        }
    }
}
