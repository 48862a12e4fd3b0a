package io.polybloom.tck.server;

import java.util.function.Predicate;

/**
 * Where a connection ends.
 *
 * @param choice chooses the command
 * @param executed whether the server executes the command, so that its reply is cut and not the command itself
 * @param bytes how many bytes of the command or of the reply pass, at least 0
 * @param resets whether the connection ends with a reset, which leaves unread what the client has sent after the
 *     command, rather than with an orderly end of stream
 */
record Cut(Predicate<Request> choice, boolean executed, int bytes, boolean resets) {

    /** Checks the number of bytes. */
    Cut {
        if (bytes < 0) {
            throw new IllegalArgumentException("a negative number of bytes: " + bytes);
        }
    }
}
