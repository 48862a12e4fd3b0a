package io.polybloom.internal.state;

import io.polybloom.LostDataException;

/**
 * Ends an operation that repeats itself until the register shows its own write. Another round is needed only if another
 * client changed the register in between; a server that never shows a confirmed write would be asked forever. Confined
 * to one operation.
 */
public final class RoundLimit {

    /**
     * The most rounds of an operation: more than the number of clients that change the life of one filter at the same
     * moment, and less than a second of work.
     */
    private static final int MOST_ROUNDS = 1_000;

    private final String name;
    private int rounds;

    /** Creates a limit for an operation on the filter of this name. */
    public RoundLimit(String name) {
        this.name = name;
    }

    /** Counts a round of an operation that can also end without an exception; returns whether there may be another. */
    public boolean mayRepeat() {
        return ++rounds < MOST_ROUNDS;
    }

    /**
     * Counts a round.
     *
     * @throws LostDataException if there have been too many
     */
    public void next() {
        if (++rounds > MOST_ROUNDS) {
            throw new LostDataException(
                    name,
                    "reads of the register of the filter '" + name + "' missed what had been written to it, "
                            + MOST_ROUNDS
                            + " times in a row: check that reads go to the primary, and repeat the call");
        }
    }
}
