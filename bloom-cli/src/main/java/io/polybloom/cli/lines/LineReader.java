package io.polybloom.cli.lines;

import io.polybloom.PackedBytes;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads lines as raw bytes without their newline; a last line without one counts, too. Hands out together all lines
 * that one read has brought, so that the lines of a slow producer are not held back. Not thread-safe.
 */
final class LineReader implements AutoCloseable {

    private static final int INITIAL_BUFFER = 1 << 18;
    private static final int LARGEST_BUFFER = Integer.MAX_VALUE - 8;
    private static final int FEW_LINES = 64;

    private final InputStream in;
    private final Runnable beforeWaiting;
    private byte[] buffer = new byte[INITIAL_BUFFER];
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

    /** Returns the next lines, at least one, waiting for it if need be; null after the last. */
    @Nullable
    PackedBytes next() throws IOException {
        while (!atNewline()) {
            if (ended || !fill()) {
                return start == end ? null : take(new int[] {end - start});
            }
        }
        int[] ends = new int[FEW_LINES];
        int count = 0;
        do {
            ends = count == ends.length ? Arrays.copyOf(ends, 2 * count) : ends;
            ends[count] = scanned - start;
            count++;
            scanned++;
        } while (atNewline());
        return take(Arrays.copyOf(ends, count));
    }

    /** Closes the stream. */
    @Override
    public void close() throws IOException {
        in.close();
    }

    private boolean atNewline() {
        byte[] bytes = buffer;
        int at = scanned;
        while (at < end && bytes[at] != '\n') {
            at++;
        }
        scanned = at;
        return at < end;
    }

    /** Takes lines, whose ends count from the first byte that has not been taken. */
    private PackedBytes take(int[] ends) {
        int lastEnd = start + ends[ends.length - 1];
        byte[] taken = Arrays.copyOfRange(buffer, start, lastEnd);
        start = Math.min(end, lastEnd + 1);
        if (buffer.length > INITIAL_BUFFER && end - start <= INITIAL_BUFFER) {
            // A long line must not hold twice its memory for the rest of the input.
            moveTo(new byte[INITIAL_BUFFER]);
        }
        return PackedBytes.of(taken, 0, ends);
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
