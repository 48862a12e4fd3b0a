package io.polybloom.cli.lines;

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
        line(bytes, 0, bytes.length);
    }

    /** Writes a part of an array as a line, and a newline. */
    public void line(byte[] bytes, int from, int to) {
        if (used + to - from >= BUFFER) {
            handOver();
            linesWaiting = 0;
        }
        linesWaiting++;
        put(bytes, from, to);
        put(NEWLINE, 0, 1);
    }

    /** Writes text before the rest of a line. */
    public void text(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        put(bytes, 0, bytes.length);
    }

    /** Writes a line of text. */
    public void line(String text) {
        line(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Hands everything to the reader of the output. */
    public void flush() {
        handOver();
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

    private void put(byte[] bytes, int start, int to) {
        int from = start;
        while (from < to) {
            if (used == BUFFER) {
                handOver();
                linesWaiting = Math.min(linesWaiting, 1);
            }
            int count = Math.min(to - from, BUFFER - used);
            System.arraycopy(bytes, from, buffer, used, count);
            used += count;
            from += count;
        }
    }

    private void handOver() {
        try {
            out.write(buffer, 0, used);
        } catch (IOException e) {
            throw explain(e);
        }
        used = 0;
    }

    private static RuntimeException explain(IOException failure) {
        String reason = String.valueOf(failure.getMessage());
        if (reason.toLowerCase(Locale.ROOT).contains("broken pipe")) {
            return new BrokenPipe(failure);
        }
        return new CommandFailure("cannot write the output: " + reason, failure);
    }
}
