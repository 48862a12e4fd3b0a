package io.polybloom.internal.capacity;

import io.polybloom.internal.model.Generation;

/**
 * A part of the room in the newest layer, taken before elements are added and returned once they have their answers.
 */
public final class Reservation {

    private final Generation generation;
    private final int size;
    private boolean open;

    /**
     * Creates a reservation.
     *
     * @param counts whether it was taken from a budget
     */
    Reservation(Generation generation, int size, boolean counts) {
        this.generation = generation;
        this.size = size;
        this.open = counts;
    }

    /** Returns the number of elements that may be added. */
    public int size() {
        return size;
    }

    Generation generation() {
        return generation;
    }

    /** Closes it; the value is true at most once: whether it must be returned to its budget. */
    boolean release() {
        boolean wasOpen = open;
        open = false;
        return wasOpen;
    }
}
