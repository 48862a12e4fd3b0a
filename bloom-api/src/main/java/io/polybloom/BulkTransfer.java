package io.polybloom;

/**
 * How a bulk operation exchanges the bits of its elements with Redis. The answers are the same in each form; only time
 * and bytes differ.
 */
public enum BulkTransfer {
    /** The form that costs least on the network that this client has found, which is the default. */
    AUTOMATIC,
    /** Each bit by its name: the fewest bytes where a call has few elements for the size of its filter. */
    BITS,
    /**
     * Whole partitions: a look-up reads them, an add exchanges them. Adds of a filter that expires, and those through a
     * client or for a user that cannot send groups of commands, name their bits nevertheless, as does every operation
     * about a single element or on a partition of more than a mebibyte.
     */
    PARTITIONS
}
