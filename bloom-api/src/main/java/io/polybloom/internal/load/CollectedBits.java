package io.polybloom.internal.load;

import io.polybloom.internal.element.ElementBytes;
import io.polybloom.internal.model.Layer;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** The bits of elements that a load has taken and not yet merged, by the partitions of one layer. Not thread-safe. */
final class CollectedBits {

    private final Layer layer;
    private final long[] offsets;
    private final @Nullable PartitionBits[] partitions;
    private long memory;

    CollectedBits(Layer layer) {
        this.layer = layer;
        this.offsets = new long[layer.geometry().hashes()];
        this.partitions = new PartitionBits[layer.geometry().partitions()];
    }

    Layer layer() {
        return layer;
    }

    /** Takes an element. */
    void add(ElementBytes element) {
        int number = layer.locate(element, offsets);
        PartitionBits bits = partitions[number];
        if (bits == null) {
            bits = new PartitionBits(layer.partition(number));
            partitions[number] = bits;
        }
        int grown = 0;
        for (long offset : offsets) {
            grown += bits.set(offset);
        }
        memory += grown;
    }

    /** Returns the memory that the bits take, in bytes. */
    long memory() {
        return memory;
    }

    /** Hands over the bits of each partition that has any. */
    Deque<PartitionBits> release() {
        Deque<PartitionBits> released = new ArrayDeque<>();
        for (int number = 0; number < partitions.length; number++) {
            PartitionBits bits = partitions[number];
            if (bits != null) {
                released.add(bits);
                partitions[number] = null;
            }
        }
        return released;
    }
}
