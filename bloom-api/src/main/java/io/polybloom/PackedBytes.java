package io.polybloom;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.Objects;
import java.util.RandomAccess;

/**
 * Elements that stand one after the other in one array of bytes, each separated from the next one by one byte, such as
 * the lines of a file that was read into memory. A filter with the funnel {@link Elements#bytes()} hashes them there.
 * Otherwise they are an ordinary list, which makes an array for each element that it is asked for.
 *
 * <p>Nothing is copied: the arrays must not be changed while the list is in use, which is until the call or the stage
 * that has received it ends. Otherwise immutable and thread-safe.
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
     * Returns elements that stand in an array, which is not copied.
     *
     * @param start where the first element begins
     * @param ends where each element ends (excluded); the next one begins behind the byte that stands there
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

    /** Returns the array in which the elements stand; not a copy. */
    public byte[] array() {
        return bytes;
    }

    /** Returns where an element begins in the array. */
    public int start(int index) {
        int place = from + Objects.checkIndex(index, to - from);
        return place == 0 ? start : ends[place - 1] + 1;
    }

    /** Returns where an element ends in the array (excluded). */
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

    /** Returns some of the elements; they stand in the same array. */
    @Override
    public PackedBytes subList(int fromIndex, int toIndex) {
        Objects.checkFromToIndex(fromIndex, toIndex, size());
        return new PackedBytes(bytes, start, ends, from + fromIndex, from + toIndex);
    }
}
