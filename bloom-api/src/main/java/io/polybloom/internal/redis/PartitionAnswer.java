package io.polybloom.internal.redis;

import io.polybloom.ElementOutcome;

/** The answer of a partition about some elements: its trailer and whether their bits were set. */
public interface PartitionAnswer {

    /**
     * Returns whether the key is the one that was made for the partition, as far as that can be known; if not, its bits
     * mean nothing.
     */
    boolean isAlive();

    /**
     * Returns whether the partition was removed after the answer: each known outcome was correct until then, but
     * nothing is known about the seal and the marks.
     */
    default boolean isEnded() {
        return false;
    }

    /** Returns whether the partition took no new elements when the commands arrived. */
    boolean isSealed();

    /** Returns the number of the latest rebuild that has marked the partition; 0 if none has. */
    int latestMark();

    /** Returns whether the partition has lost its expiry in the exchange; it must be restored. */
    default boolean hasTakenExpiry() {
        return false;
    }

    /**
     * Returns whether an element was present in the newest slice of a filter with a window, so that it need not be
     * added again; in any other filter, whether it was present.
     */
    default boolean isInNewest(int place) {
        return outcome(place) == ElementOutcome.PRESENT;
    }

    /** Returns the outcome of an element by the old bits, by its index in the batch: new if any of them was 0. */
    ElementOutcome outcome(int place);
}
