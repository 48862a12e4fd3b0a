package io.polybloom.simulation.actor;

/** The operations of the public API. */
public enum OperationKind {
    /** Opens a filter object. */
    OPEN,
    /** Adds one element. */
    ADD,
    /** Adds several elements. */
    ADD_ALL,
    /** Loads elements. */
    LOAD,
    /** Asks for one element. */
    LOOK_UP,
    /** Asks for several elements. */
    LOOK_UP_ALL,
    /** Measures. */
    STATS,
    /** Empties. */
    CLEAR,
    /** Sets an expiry. */
    EXPIRE,
    /** Removes, through an object or by name. */
    DELETE,
    /** Copies the filter under another name. */
    COPY;

    /** Returns whether the answer says something about elements. */
    public boolean isAboutElements() {
        return this == ADD || this == ADD_ALL || this == LOAD || this == LOOK_UP || this == LOOK_UP_ALL;
    }

    /** Returns whether elements are written. */
    public boolean adds() {
        return this == ADD || this == ADD_ALL || this == LOAD;
    }
}
