package io.polybloom.internal.filter;

import io.polybloom.LostDataException;
import io.polybloom.internal.model.Generation;

/**
 * Ends an operation that starts over again and again, since the filter changes faster than it works. A rebuild, which
 * takes longer than any call, is not counted. Confined to one operation.
 */
public final class Repetitions {

    /** The most slices of a window that may end during one call. */
    private static final int MOST_SLICES = 64;

    /** The most clears during one call: each takes several round trips. */
    private static final int MOST_CLEARS = 64;

    private int clears;
    private int slices;

    /**
     * Counts that an operation starts over.
     *
     * @param before the generation in which it has worked so far
     * @param after where it continues: there, where the keys of a window have moved on, or in another generation
     * @throws LostDataException if it has done so too often
     */
    public void next(Generation before, Generation after) {
        if (after.isSameAs(before)) {
            moveOn(after.description().name());
        } else if (!after.isRebuiltFrom(before)) {
            if (++clears > MOST_CLEARS) {
                throw Recovery.changedAgain(after);
            }
        }
    }

    private void moveOn(String name) {
        if (++slices > MOST_SLICES) {
            throw new LostDataException(
                    name,
                    "more than " + MOST_SLICES + " slices of the filter '" + name
                            + "' have ended during this call: repeat it");
        }
    }

    /** Counts the slices that have ended during an operation of which this one is a part, and the one that ends now. */
    public void continueThoseOf(Repetitions whole) {
        slices = whole.slices + 1;
    }
}
