package io.polybloom.cli.lines;

import com.google.common.primitives.Ints;
import io.polybloom.PackedBytes;
import java.util.Arrays;

/**
 * A queue of lines that lie one after another in one array, each before a newline. The array is used again and again,
 * so that lines in passing leave no garbage. Not thread-safe.
 */
final class LineBlock {

    private static final int FEW_LINES = 64;

    private final int usualBytes;
    private byte[] bytes = {};
    private int[] ends = new int[FEW_LINES];

    /** The lines from the first to the last one (excluded) that was appended and not taken. */
    private int first;

    private int last;

    /** Where the first line begins. */
    private int start;

    /**
     * Creates an empty block.
     *
     * @param usualBytes beyond this many bytes, the array grows no further than it must, and is given up afterwards
     */
    LineBlock(int usualBytes) {
        this.usualBytes = usualBytes;
    }

    /** Returns the number of lines. */
    int size() {
        return last - first;
    }

    /** Returns the bytes of all lines, with their newlines. */
    long bytes() {
        return end() - start;
    }

    /** Returns the bytes of the first line, with its newline; there must be one. */
    long bytesOfFirst() {
        return ends[first] + 1L - start;
    }

    /** Appends a copy of some lines, at least one, which newlines separate. Lists that were taken are invalid then. */
    void append(PackedBytes lines) {
        int count = lines.size();
        int from = lines.start(0);
        int length = lines.end(count - 1) - from;
        makeRoom(count, length + 1L);
        int at = end();
        System.arraycopy(lines.array(), from, bytes, at, length);
        bytes[at + length] = '\n';
        for (int i = 0; i < count; i++) {
            ends[last + i] = lines.end(i) - from + at;
        }
        last += count;
    }

    /**
     * Takes the first lines, at least one; there must be one. The list is valid until lines are appended, or all are
     * given up.
     *
     * @param most the most lines, at least 1
     * @param mostBytes of all of them; the first one may have more
     */
    PackedBytes take(int most, long mostBytes) {
        int to = first + Math.min(most, size());
        while (to > first + 1 && ends[to - 1] + 1L - start > mostBytes) {
            to--;
        }
        PackedBytes taken = PackedBytes.of(bytes, start, Arrays.copyOfRange(ends, first, to));
        start = ends[to - 1] + 1;
        first = to;
        return taken;
    }

    /** Gives up all lines, and an array that is unusually large. */
    void clear() {
        first = 0;
        last = 0;
        start = 0;
        if (bytes.length > usualBytes) {
            bytes = new byte[0];
        }
    }

    private int end() {
        return first == last ? start : ends[last - 1] + 1;
    }

    private void makeRoom(int lines, long length) {
        if (last + lines > ends.length || end() + length > bytes.length) {
            moveToFront();
        }
        if (last + lines > ends.length) {
            ends = Arrays.copyOf(ends, Math.max(last + lines, ends.length + ends.length / 2));
        }
        if (end() + length > bytes.length) {
            long needed = end() + length;
            bytes = Arrays.copyOf(bytes, Ints.checkedCast(Math.max(needed, Math.min(2 * needed, usualBytes))));
        }
    }

    private void moveToFront() {
        int count = size();
        int shift = start;
        System.arraycopy(bytes, start, bytes, 0, end() - start);
        for (int i = 0; i < count; i++) {
            ends[i] = ends[first + i] - shift;
        }
        first = 0;
        last = count;
        start = 0;
    }
}
