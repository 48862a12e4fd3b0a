package io.polybloom.internal.model;

import java.util.Arrays;

/**
 * The offsets of bits within one partition, in order, at four bytes each: all offsets of a bulk operation are in memory
 * at the same time. Offsets are below 2^32, the bits of the largest string. Confined to one thread at a time.
 */
public final class Offsets {

    private int[] values;
    private int size;

    /** Creates an empty list with room for some offsets; taking more costs copying. */
    public Offsets(int room) {
        this.values = new int[room];
    }

    /** Returns a list of offsets. */
    public static Offsets of(long... offsets) {
        Offsets list = new Offsets(offsets.length);
        list.add(offsets, offsets.length);
        return list;
    }

    /** Appends the given number of first offsets. */
    public void add(long[] offsets, int count) {
        if (values.length - size < count) {
            values = Arrays.copyOf(values, Math.max(values.length + values.length / 2, size + count));
        }
        for (int i = 0; i < count; i++) {
            values[size + i] = (int) offsets[i];
        }
        size += count;
    }

    /** Returns the offset at a place. */
    public long get(int place) {
        return Integer.toUnsignedLong(values[place]);
    }

    /** Returns the number of offsets. */
    public int size() {
        return size;
    }

    /** Returns a copy of some of the offsets. */
    public Offsets part(int from, int to) {
        Offsets part = new Offsets(0);
        part.values = Arrays.copyOfRange(values, from, to);
        part.size = to - from;
        return part;
    }
}
