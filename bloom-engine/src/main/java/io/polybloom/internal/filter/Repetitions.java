package io.polybloom.internal.filter;

import io.polybloom.LostDataException;

/**
 * Ends an operation that starts over again and again, since the filter changes faster than it works. A rebuild, which
 * takes longer than any call, is not counted. Confined to one operation.
 */
public final class Repetitions {

    /** The most moves of the keys during one call. */
    private static final int MOST_MOVES = 64;

    /** The most clears during one call: each takes several round trips. */
    private static final int MOST_CLEARS = 64;

    private int clears;
    private int moves;

    /**
     * Counts that an operation starts over.
     *
     * @param before the snapshot by which it has worked so far
     * @param after where it continues: in the same generation, whose keys have moved on, or in another one
     * @throws LostDataException if it has done so too often
     */
    public void next(Snapshot before, Snapshot after) {
        if (after.generation().isSameAs(before.generation())) {
            if (++moves > MOST_MOVES) {
                throw after.view().movedTooOften(MOST_MOVES);
            }
        } else if (!after.generation().holdsAllOf(before.generation())) {
            if (++clears > MOST_CLEARS) {
                throw Recovery.changedAgain(after.generation());
            }
        }
    }

    /** Counts the moves during an operation of which this one is a part, and the one that has led to this part. */
    public void continueThoseOf(Repetitions whole) {
        moves = whole.moves + 1;
    }
}
