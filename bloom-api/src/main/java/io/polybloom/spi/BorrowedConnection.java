package io.polybloom.spi;

import java.util.List;

/** A connection that a blocking client lends: what a {@code ConnectionTransport} of the driver needs of it. */
public interface BorrowedConnection {

    /** Writes commands and sends them off; throws if the connection broke, and some of them may have reached the server then. */
    void write(List<Command> commands);

    /** Reads the next answer, within the client's own timeout; throws if there is none. An error reply is an answer. */
    Reply read();

    /**
     * Gives the connection back to where it was borrowed.
     *
     * @param broken whether it must be discarded, because answers may be left in it
     */
    void giveBack(boolean broken);
}
