package io.polybloom;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.Objects;
import java.util.RandomAccess;

/**
 * Holds elements that lie one after another in one array of bytes, each separated from the next one by one byte, such
 * as the lines of a file that was read into memory. A filter with the funnel {@link Elements#bytes()} hashes them in
 * place. Otherwise this is an ordinary list, which makes a new array for each element that it is asked for.
 *
 * <p>Nothing is copied, so the arrays must not be changed while the list is in use. A filter uses it until the call
 * returns or its stage is completed. Otherwise immutable and thread-safe.
 */
public final class PackedBytes extends AbstractList<byte[]> implements RandomAccess {

    private final byte[] bytes;
    private final int start;
    private final int[] ends;
    private final int from;
    private final int to;

    private PackedBytes(byte[] bytes, int start, int[] ends, int from, int to) {
        this.bytes = bytes;
        this.start = start;
        this.ends = ends;
        this.from = from;
        this.to = to;
    }

    /**
     * Returns a list of elements that lie in an array. The array is not copied.
     *
     * @param start where the first element begins
     * @param ends where each element ends (exclusive); the next one begins after the byte at this index
     * @throws IllegalArgumentException if an element would end before it begins, or outside the array
     */
    public static PackedBytes of(byte[] bytes, int start, int[] ends) {
        int begin = start;
        for (int end : ends) {
            if (begin < 0 || end < begin || end > bytes.length) {
                throw new IllegalArgumentException(
                        "an element from " + begin + " to " + end + " in an array of " + bytes.length + " bytes");
            }
            begin = end + 1;
        }
        return new PackedBytes(bytes, start, ends, 0, ends.length);
    }

    /** Returns the array in which the elements lie, not a copy. */
    public byte[] array() {
        return bytes;
    }

    /** Returns where an element begins in the array. */
    public int start(int index) {
        int place = from + Objects.checkIndex(index, to - from);
        return place == 0 ? start : ends[place - 1] + 1;
    }

    /** Returns where an element ends in the array (exclusive). */
    public int end(int index) {
        return ends[from + Objects.checkIndex(index, to - from)];
    }

    @Override
    public int size() {
        return to - from;
    }

    /** Returns a copy of the bytes of an element. */
    @Override
    public byte[] get(int index) {
        return Arrays.copyOfRange(bytes, start(index), end(index));
    }

    /** Returns some of the elements, which lie in the same array. */
    @Override
    public PackedBytes subList(int fromIndex, int toIndex) {
        Objects.checkFromToIndex(fromIndex, toIndex, size());
        return new PackedBytes(bytes, start, ends, from + fromIndex, from + toIndex);
    }
}
