package io.polybloom.cli.lines;

import io.polybloom.PackedBytes;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads lines as raw bytes without their newline; a last line without one counts, too. Hands out together all lines
 * that one read has brought, so that the lines of a slow producer are not held back. Not thread-safe.
 */
final class LineReader implements AutoCloseable {

    static final int INITIAL_BUFFER = 1 << 18;
    private static final int LARGEST_BUFFER = Integer.MAX_VALUE - 8;
    private static final int FEW_LINES = 64;

    private static final VarHandle WORD = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long NEWLINES = 0x0a0a0a0a0a0a0a0aL;
    private static final long LOW_BITS = 0x7f7f7f7f7f7f7f7fL;

    private final InputStream in;
    private final Runnable beforeWaiting;
    private byte[] buffer = new byte[INITIAL_BUFFER];

    /** The ends of the lines that were found last. */
    private int[] ends = new int[FEW_LINES];

    private int start;
    private int scanned;
    private int end;
    private boolean ended;

    /**
     * Creates a reader of a stream that need not be buffered.
     *
     * @param beforeWaiting runs before each read that may have to wait for input
     */
    LineReader(InputStream in, Runnable beforeWaiting) {
        this.in = in;
        this.beforeWaiting = beforeWaiting;
    }

    /**
     * Returns the next lines, at least one, waiting for it if need be; null after the last. They are valid until the
     * next call.
     */
    @Nullable
    PackedBytes next() throws IOException {
        int count = scan();
        while (count == 0) {
            if (ended || !fill()) {
                return start == end ? null : take(new int[] {end});
            }
            count = scan();
        }
        return take(Arrays.copyOf(ends, count));
    }

    /** Closes the stream. */
    @Override
    public void close() throws IOException {
        in.close();
    }

    /** Finds the newlines in what was read since, as {@link #ends}, and returns how many there are. */
    private int scan() {
        byte[] bytes = buffer;
        int count = 0;
        int at = scanned;
        for (; at <= end - Long.BYTES; at += Long.BYTES) {
            long newlines = newlines((long) WORD.get(bytes, at));
            while (newlines != 0) {
                putEnd(count, at + Long.numberOfTrailingZeros(newlines) / Byte.SIZE);
                count++;
                newlines &= newlines - 1;
            }
        }
        for (; at < end; at++) {
            if (bytes[at] == '\n') {
                putEnd(count, at);
                count++;
            }
        }
        scanned = end;
        return count;
    }

    /** Returns the highest bit of each byte of a word that is a newline. */
    private static long newlines(long word) {
        long zeros = word ^ NEWLINES;
        return ~((zeros & LOW_BITS) + LOW_BITS | zeros | LOW_BITS);
    }

    private void putEnd(int line, int at) {
        ends = line == ends.length ? Arrays.copyOf(ends, 2 * line) : ends;
        ends[line] = at;
    }

    /** Takes the lines with these ends. */
    private PackedBytes take(int[] lineEnds) {
        PackedBytes taken = PackedBytes.of(buffer, start, lineEnds);
        start = Math.min(end, lineEnds[lineEnds.length - 1] + 1);
        if (buffer.length > INITIAL_BUFFER && end - start <= INITIAL_BUFFER) {
            // A long line must not hold twice its memory for the rest of the input.
            moveTo(new byte[INITIAL_BUFFER]);
        }
        return taken;
    }

    private boolean fill() throws IOException {
        makeRoom();
        if (mayWait()) {
            beforeWaiting.run();
        }
        int count = in.read(buffer, end, buffer.length - end);
        // A terminal would be asked again after its end-of-file if this were forgotten.
        ended = count < 0;
        if (count > 0) {
            end += count;
        }
        return !ended;
    }

    private boolean mayWait() {
        try {
            return in.available() <= 0;
        } catch (IOException unknown) {
            // Some devices cannot tell, but can be read.
            return true;
        }
    }

    private void makeRoom() {
        if (start > 0) {
            moveTo(buffer);
        }
        if (end == buffer.length) {
            if (end == LARGEST_BUFFER) {
                throw new OutOfMemoryError("a line of 2 GiB");
            }
            buffer = Arrays.copyOf(buffer, (int) Math.min(end + end / 2L, LARGEST_BUFFER));
        }
    }

    /** Moves what is left to the beginning of a buffer. */
    private void moveTo(byte[] target) {
        System.arraycopy(buffer, start, target, 0, end - start);
        buffer = target;
        end -= start;
        scanned -= start;
        start = 0;
    }
}
