package io.polybloom.simulation.actor;

/** The operations of the public API. */
public enum OperationKind {
    /** Opens a filter object. */
    OPEN,
    /** Adds one element. */
    ADD,
    /** Adds several elements. */
    ADD_ALL,
    /** Adds several elements under the deliveries of a writer. */
    CLAIM_ALL,
    /** Forgets deliveries of a writer. */
    SETTLE,
    /** Adds several elements by single calls that wait for others and go together. */
    ADD_TOGETHER,
    /** Removes one element of a filter that counts. */
    REMOVE,
    /** Loads elements. */
    LOAD,
    /** Asks for one element. */
    LOOK_UP,
    /** Asks for several elements. */
    LOOK_UP_ALL,
    /** Asks for several elements by single calls that wait for others and go together. */
    LOOK_UP_TOGETHER,
    /** Refreshes a mirror, which the first such call of an object opens, and asks it for one element. */
    MIRROR_LOOK_UP,
    /** Measures. */
    STATS,
    /** Empties. */
    CLEAR,
    /** Sets an expiry. */
    EXPIRE,
    /** Takes the expiry away. */
    PERSIST,
    /** Removes, through an object or by name. */
    DELETE,
    /** Copies the filter under another name. */
    COPY,
    /** Merges the filter into another one. */
    MERGE,
    /** Writes a snapshot of the filter. */
    EXPORT,
    /** Brings the latest snapshot of the filter to another name, or to its own. */
    IMPORT,
    /** Lets time pass, for the whole world. */
    PASS,
    /** Rebuilds the filter from the elements that it has. */
    REBUILD,
    /** Gives up a rebuild. */
    ABANDON,
    /** Counts elements. */
    COUNT,
    /** Adds the elements of one counter to another one, and looks whether they are there. */
    MERGE_COUNTERS;

    /** Returns whether a second filter gets the elements of the filter. */
    public boolean hasTarget() {
        return this == COPY || mergesIntoTarget();
    }

    /** Returns whether the second filter may have elements already, and keeps them. */
    public boolean mergesIntoTarget() {
        return this == MERGE || this == IMPORT;
    }

    /** Returns whether the answer says something about elements. */
    public boolean isAboutElements() {
        return adds() || this == REMOVE || looksUp();
    }

    /** Returns whether elements are asked for, and nothing else. */
    public boolean looksUp() {
        return this == LOOK_UP || this == LOOK_UP_ALL || this == LOOK_UP_TOGETHER || this == MIRROR_LOOK_UP;
    }

    /** Returns whether elements are written. */
    public boolean adds() {
        return this == ADD || this == ADD_ALL || this == CLAIM_ALL || this == ADD_TOGETHER || this == LOAD;
    }
}
