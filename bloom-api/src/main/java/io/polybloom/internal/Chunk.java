package io.polybloom.internal;

import io.polybloom.spi.Batch;
import io.polybloom.spi.Reply;
import java.util.Arrays;
import java.util.List;

/** Elements of one operation that live in one partition and go out in one command. */
final class Chunk {

    /** The most bits that one command touches; it keeps a command well under a millisecond of the server's time. */
    private static final int MAX_BITS = 2048;

    private final Partition partition;
    private final int hashes;
    private int[] indexes = new int[16];
    private long[] offsets;
    private int size;

    Chunk(Partition partition) {
        this.partition = partition;
        this.hashes = partition.layer().geometry().hashes();
        this.offsets = new long[indexes.length * hashes];
    }

    Partition partition() {
        return partition;
    }

    boolean isFull() {
        return (size + 1) * hashes > MAX_BITS;
    }

    /** The number of elements. */
    int size() {
        return size;
    }

    /** The number of bits of each element. */
    int hashes() {
        return hashes;
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
    private int bits() {
        return size * hashes;
    }

    Batch encode(Access access) {
        return Touch.batch(access, partition, offsets, bits());
    }

    PartitionAnswer read(Batch batch, List<Reply> replies) {
        return Touch.answer(partition, batch, replies, bits());
    }
}
