package io.polybloom.internal;

import io.polybloom.spi.Command;
import java.util.Arrays;

/** Elements of one bulk operation that live in one partition and go out in one command. */
final class Chunk {

    /** The most bits that one command touches; it keeps a command well under a millisecond of the server's time. */
    private static final int MAX_BITS = 2048;

    private final int partition;
    private final int hashes;
    private int[] indexes = new int[16];
    private long[] offsets;
    private int size;

    Chunk(int partition, int hashes) {
        this.partition = partition;
        this.hashes = hashes;
        this.offsets = new long[indexes.length * hashes];
    }

    int partition() {
        return partition;
    }

    boolean isFull() {
        return (size + 1) * hashes > MAX_BITS;
    }

    /** The number of elements. */
    int size() {
        return size;
    }

    /** Takes an element by its place in the call; its k offsets are copied. */
    void add(int index, long[] elementOffsets) {
        if (size == indexes.length) {
            indexes = Arrays.copyOf(indexes, 2 * size);
            offsets = Arrays.copyOf(offsets, 2 * offsets.length);
        }
        indexes[size] = index;
        System.arraycopy(elementOffsets, 0, offsets, size * hashes, hashes);
        size++;
    }

    /** The place in the call of the element at this place of the chunk. */
    int index(int place) {
        return indexes[place];
    }

    /** The number of bits that the command touches. */
    int bits() {
        return size * hashes;
    }

    Command encode(Access access, Generation generation) {
        byte[] key = generation.partitionKeyBytes(partition);
        return Commands.touch(access, key, generation.geometry().partitionBits(), offsets, bits());
    }
}
