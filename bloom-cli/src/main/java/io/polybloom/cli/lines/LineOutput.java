package io.polybloom.cli.lines;

import io.polybloom.cli.console.CommandFailure;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Writes lines to the standard output through a buffer. Not thread-safe. */
public final class LineOutput {

    private static final int BUFFER = 1 << 16;

    private final OutputStream out;

    /** Creates an output over a stream that need not be buffered. */
    public LineOutput(OutputStream out) {
        this.out = new BufferedOutputStream(out, BUFFER);
    }

    /** Writes a line and a newline. */
    public void line(byte[] bytes) {
        try {
            out.write(bytes);
            out.write('\n');
        } catch (IOException e) {
            throw explain(e);
        }
    }

    /** Writes text before the rest of a line. */
    public void text(String text) {
        try {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw explain(e);
        }
    }

    /** Writes a line of text. */
    public void line(String text) {
        line(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Hands everything to the reader of the output. */
    public void flush() {
        try {
            out.flush();
        } catch (IOException e) {
            throw explain(e);
        }
    }

    private static RuntimeException explain(IOException failure) {
        String reason = String.valueOf(failure.getMessage());
        if (reason.toLowerCase(Locale.ROOT).contains("broken pipe")) {
            return new BrokenPipe(failure);
        }
        return new CommandFailure("cannot write the output: " + reason, failure);
    }
}
