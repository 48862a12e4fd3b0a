package io.polybloom.cli.lines;

import io.polybloom.PackedBytes;
import io.polybloom.cli.console.CommandFailure;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Writes lines to the standard output through a buffer of fixed size, which is handed over at the end of a line if the
 * line fits into it. To print a line takes no memory, so lines that were added to a filter can be printed even if the
 * memory has run out. Not thread-safe.
 */
public final class LineOutput {

    private static final int BUFFER = 1 << 16;
    private static final byte[] NEWLINE = {'\n'};

    private final OutputStream out;
    private final byte[] buffer = new byte[BUFFER];
    private int used;
    private long linesWaiting;

    /** Creates an output over a stream that need not be buffered. */
    public LineOutput(OutputStream out) {
        this.out = out;
    }

    /** Writes a line and a newline. */
    public void line(byte[] bytes) {
        lines(PackedBytes.of(bytes, 0, new int[] {bytes.length}), 0, 1);
    }

    /**
     * Writes some lines, each with a newline.
     *
     * @param lines separated by newlines in their array, as they were read
     * @param from the first of those to be written
     * @param to the one after the last of them
     */
    public void lines(PackedBytes lines, int from, int to) {
        linesWaiting += to - from;
        int next = from;
        while (next < to) {
            int after = afterFitting(lines, next, to);
            if (after == next && used > 0) {
                handOver(to - next);
                after = afterFitting(lines, next, to);
            }
            after = Math.max(after, next + 1);
            put(lines.array(), lines.start(next), lines.end(after - 1), to - next);
            put(NEWLINE, 0, 1, to - next);
            next = after;
        }
    }

    /** Returns the line before which the rest of the buffer is full. */
    private int afterFitting(PackedBytes lines, int from, int to) {
        long most = lines.start(from) + (long) BUFFER - used;
        int fitting = from;
        int above = to;
        while (fitting < above) {
            int middle = (fitting + above) >>> 1;
            if (lines.end(middle) < most) {
                fitting = middle + 1;
            } else {
                above = middle;
            }
        }
        return fitting;
    }

    /** Writes text before the rest of a line. */
    public void text(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        put(bytes, 0, bytes.length, 0);
    }

    /** Writes a line of text. */
    public void line(String text) {
        line(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Hands everything to the reader of the output. */
    public void flush() {
        handOver(linesWaiting);
        try {
            out.flush();
        } catch (IOException e) {
            throw explain(e);
        }
        linesWaiting = 0;
    }

    /** Returns the lines that are not handed over. After a failure the reader may still have got some of them. */
    public long linesWaiting() {
        return linesWaiting;
    }

    /**
     * Puts bytes into the buffer.
     *
     * @param waiting the lines that are not handed over with what is in the buffer before them
     */
    private void put(byte[] bytes, int start, int to, long waiting) {
        int from = start;
        while (from < to) {
            if (used == BUFFER) {
                handOver(waiting);
            }
            int count = Math.min(to - from, BUFFER - used);
            System.arraycopy(bytes, from, buffer, used, count);
            used += count;
            from += count;
        }
    }

    private void handOver(long waiting) {
        try {
            out.write(buffer, 0, used);
        } catch (IOException e) {
            throw explain(e);
        }
        used = 0;
        linesWaiting = waiting;
    }

    /** Returns the exception that ends a command whose output cannot be written. */
    public static RuntimeException explain(IOException failure) {
        String reason = String.valueOf(failure.getMessage());
        if (reason.toLowerCase(Locale.ROOT).contains("broken pipe")) {
            return new BrokenPipe(failure);
        }
        return new CommandFailure("cannot write the output: " + reason, failure);
    }
}
