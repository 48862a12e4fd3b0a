package io.polybloom.spi;

import java.time.Duration;
import java.util.List;

/**
 * A connection that a blocking client lends to a {@link ConnectionTransport}. All methods must be implemented; there is
 * no default. Confined to one thread at a time.
 */
public interface BorrowedConnection {

    /**
     * Writes commands and flushes them, without waiting for a reply.
     *
     * @throws RuntimeException if the connection broke; some of the commands may have reached the server
     */
    void write(List<Command> commands);

    /**
     * Reads the next reply, within the client's own timeout. An error is a reply, too: {@link Reply.Failure#ofServer}.
     *
     * @throws RuntimeException if there is no reply; the connection is then returned as broken
     */
    Reply read();

    /** Returns how long {@link #read} waits for a reply; zero if it waits forever. */
    Duration timeout();

    /**
     * Returns the connection to its pool. Called exactly once, after all other calls.
     *
     * @param broken whether it must be closed and not lent again, because it may hold unread replies
     */
    void giveBack(boolean broken);
}
