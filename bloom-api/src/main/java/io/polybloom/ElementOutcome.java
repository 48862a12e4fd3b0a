package io.polybloom;

/** The outcome for one element of a bulk operation that failed partway. */
public enum ElementOutcome {
    /** The element is stored and was definitely not in the filter before. For a removal: it was not in the filter. */
    NEW,
    /**
     * The element is stored and was probably in the filter before. For a removal: it was there and has been removed.
     */
    PRESENT,
    /** Nothing is known: the element was not sent, the server refused its command, or the reply never arrived. */
    UNKNOWN,
    /** The element was not in the filter and was not added: the filter is full and refuses new elements. */
    REFUSED
}
