package io.polybloom.internal.model;

import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a client keeps for each partition of a layer. It takes memory for the partitions that are used, and hardly any
 * for the number of them, which comes from a register or a file and may be anything. Like an array, it is not
 * synchronized: of two threads that set something for the first time, one may be overlooked.
 *
 * @param <T> what is kept
 */
public final class PerPartition<T> {

    private static final int SHIFT = 10;
    private static final int BLOCK = 1 << SHIFT;

    private final int partitions;
    private final @Nullable Object[] @Nullable [] blocks;

    /** Keeps nothing for each of that number of partitions. */
    public PerPartition(int partitions) {
        this.partitions = partitions;
        this.blocks = new Object[(partitions - 1 >>> SHIFT) + 1][];
    }

    /** Returns what is kept for a partition, if anything is. */
    @SuppressWarnings("unchecked")
    public @Nullable T get(int partition) {
        Objects.checkIndex(partition, partitions);
        @Nullable Object @Nullable [] block = blocks[partition >>> SHIFT];
        return block == null ? null : (T) block[partition & BLOCK - 1];
    }

    /** Keeps something else for a partition, or nothing. */
    public void set(int partition, @Nullable T kept) {
        Objects.checkIndex(partition, partitions);
        @Nullable Object @Nullable [] block = blocks[partition >>> SHIFT];
        if (block == null) {
            block = new Object[Math.min(partitions, BLOCK)];
            blocks[partition >>> SHIFT] = block;
        }
        block[partition & BLOCK - 1] = kept;
    }

    /** Returns what is kept, in the order of the partitions. */
    @SuppressWarnings("unchecked")
    public Stream<T> stream() {
        return Arrays.stream(blocks)
                .filter(Objects::nonNull)
                .flatMap(Arrays::stream)
                .filter(Objects::nonNull)
                .map(kept -> (T) kept);
    }
}
