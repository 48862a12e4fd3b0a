package io.polybloom.cli.lines;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads lines as raw bytes without their newline; a last line without one counts, too. Knows whether the next line can
 * be had without waiting, so that the lines of a slow producer are not held back. Not thread-safe.
 */
public final class LineReader implements AutoCloseable {

    private static final int INITIAL_BUFFER = 1 << 16;
    private static final int LARGEST_BUFFER = Integer.MAX_VALUE - 8;

    private final InputStream in;
    private byte[] buffer = new byte[INITIAL_BUFFER];
    private int start;
    private int scanned;
    private int end;
    private boolean ended;

    /** Creates a reader of a stream that need not be buffered. */
    public LineReader(InputStream in) {
        this.in = in;
    }

    /** The next line, waiting for it if need be; null after the last. */
    public byte @Nullable [] next() throws IOException {
        while (!atNewline()) {
            if (ended || !fill()) {
                return start == end ? null : take(end, end);
            }
        }
        return take(scanned, scanned + 1);
    }

    /** Whether {@link #next} would return a line at once. */
    public boolean isReady() throws IOException {
        while (!atNewline()) {
            if (ended || in.available() <= 0) {
                return false;
            }
            fill();
        }
        return true;
    }

    /** Closes the stream. */
    @Override
    public void close() throws IOException {
        in.close();
    }

    private boolean atNewline() {
        while (scanned < end && buffer[scanned] != '\n') {
            scanned++;
        }
        return scanned < end;
    }

    private byte[] take(int lineEnd, int next) {
        byte[] line = Arrays.copyOfRange(buffer, start, lineEnd);
        start = next;
        scanned = next;
        if (buffer.length > INITIAL_BUFFER && end - start <= INITIAL_BUFFER) {
            // A long line must not hold twice its memory for the rest of the input.
            moveTo(new byte[INITIAL_BUFFER]);
        }
        return line;
    }

    private boolean fill() throws IOException {
        makeRoom();
        int count = in.read(buffer, end, buffer.length - end);
        // A terminal would be asked again after its end-of-file if this were forgotten.
        ended = count < 0;
        if (count > 0) {
            end += count;
        }
        return !ended;
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
