package io.polybloom.cli.lines;

import java.io.IOException;

/**
 * The reader of our standard output has gone, as in {@code bloom dedup | head -1}. Not an error: it ends the command
 * quietly.
 */
public final class BrokenPipe extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The exit code that a shell reports for a program that a closed pipe has ended: 128 + SIGPIPE. */
    public static final int EXIT_CODE = 141;

    BrokenPipe(IOException cause) {
        super(cause);
    }
}
