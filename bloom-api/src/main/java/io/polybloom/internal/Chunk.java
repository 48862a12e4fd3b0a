package io.polybloom.internal;

import java.util.Arrays;

/** Elements of one operation that live in one partition and go out in one command. */
final class Chunk {

    /** The most bits that one command touches; it keeps a command well under a millisecond of the server's time. */
    static final int MAX_BITS = 2048;

    private final Partition partition;
    private final int lane;
    private final int mostBits;
    private final int hashes;
    private int[] indexes = new int[16];
    private long[] offsets;
    private int size;
    private long askedAt;

    /** An empty chunk of a lane, for so many bits. */
    Chunk(Partition partition, int lane, int mostBits) {
        this.partition = partition;
        this.lane = lane;
        this.mostBits = mostBits;
        this.hashes = partition.layer().geometry().hashes();
        this.offsets = new long[indexes.length * hashes];
    }

    Partition partition() {
        return partition;
    }

    /** What the chunk must not overtake: the chunks of its lane, which may hold the same elements. */
    int lane() {
        return lane;
    }

    boolean isFull() {
        return (size + 1) * hashes > mostBits;
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

    /** Takes note of the time before the chunk is sent. */
    void askedAt(long time) {
        askedAt = time;
    }

    long askedAt() {
        return askedAt;
    }

    Touch touch(Access access) {
        return new Touch(access, partition, offsets, size * hashes);
    }
}
