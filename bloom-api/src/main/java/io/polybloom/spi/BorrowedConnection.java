package io.polybloom.spi;

import java.util.List;

/**
 * A connection that a blocking client lends to a {@code ConnectionTransport} of the driver. All methods must be
 * implemented; there is no default. Confined to one thread at a time.
 */
public interface BorrowedConnection {

    /**
     * Writes commands and flushes them, without waiting for an answer.
     *
     * @throws RuntimeException if the connection broke; some of the commands may have reached the server
     */
    void write(List<Command> commands);

    /**
     * Reads the next answer, within the client's own timeout. An error reply is an answer:
     * {@link Reply.Failure#ofServer}.
     *
     * @throws RuntimeException if there is no answer; the connection is then given back as broken
     */
    Reply read();

    /**
     * Gives the connection back to where it was borrowed. Called once, last.
     *
     * @param broken whether it must be closed and not lent again, because answers may be left in it
     */
    void giveBack(boolean broken);
}
