package io.polybloom.cli.lines;

import io.polybloom.cli.console.CommandFailure;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Writes lines to the standard output through a buffer, which is handed over at the end of a line. Not thread-safe. */
public final class LineOutput {

    private static final int BUFFER = 1 << 16;

    private final OutputStream out;
    private final ByteArrayOutputStream buffer = new ByteArrayOutputStream(BUFFER);
    private long linesWaiting;

    /** Creates an output over a stream that need not be buffered. */
    public LineOutput(OutputStream out) {
        this.out = out;
    }

    /** Writes a line and a newline. */
    public void line(byte[] bytes) {
        buffer.writeBytes(bytes);
        buffer.write('\n');
        linesWaiting++;
        if (buffer.size() >= BUFFER) {
            flush();
        }
    }

    /** Writes text before the rest of a line. */
    public void text(String text) {
        buffer.writeBytes(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Writes a line of text. */
    public void line(String text) {
        line(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Hands everything to the reader of the output. */
    public void flush() {
        try {
            buffer.writeTo(out);
            out.flush();
        } catch (IOException e) {
            throw explain(e);
        }
        buffer.reset();
        linesWaiting = 0;
    }

    /** Returns the lines that are not handed over. After a failure the reader may still have got some of them. */
    public long linesWaiting() {
        return linesWaiting;
    }

    private static RuntimeException explain(IOException failure) {
        String reason = String.valueOf(failure.getMessage());
        if (reason.toLowerCase(Locale.ROOT).contains("broken pipe")) {
            return new BrokenPipe(failure);
        }
        return new CommandFailure("cannot write the output: " + reason, failure);
    }
}
