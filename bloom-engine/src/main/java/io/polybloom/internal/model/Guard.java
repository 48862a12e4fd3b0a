package io.polybloom.internal.model;

import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;

/**
 * A record of a filter whose partitions have no trailers: as long as it says the same, they belong to that filter. It
 * is read at the end of a batch, so that a loss between two commands is noticed.
 */
public interface Guard {

    /** Returns the key of the record, which expires with the filter. */
    byte[] key();

    /** Makes a batch of commands on that key. */
    Batch batch(Command... commands);

    /** Reads the record. */
    Command read();

    /** Refuses a reply to that which differs from what was known when an operation began. */
    void requireUnchanged(Reply reply);
}
