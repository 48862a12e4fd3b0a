package io.polybloom.listener;

/** The kinds of operations of an open filter. */
public enum OperationKind {
    /** Adds elements, with or without claims. */
    ADD,
    /** Removes elements from a counting filter. */
    REMOVE,
    /** Looks up elements. */
    LOOK_UP,
    /** Loads elements without an answer for each. */
    LOAD,
    /** Settles or counts the claims of a writer. */
    CLAIMS,
    /** Measures the filter. */
    STATS,
    /** Empties the filter. */
    CLEAR,
    /** Sets the expiry of the filter, or removes it. */
    EXPIRE,
    /** Removes the filter. */
    DELETE
}
