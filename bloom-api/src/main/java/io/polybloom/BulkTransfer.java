package io.polybloom;

/**
 * Says how a bulk operation exchanges the bits of its elements with Redis. The answers are the same in each form. Only
 * the time and the number of bytes differ.
 */
public enum BulkTransfer {
    /** Each call takes the form that costs least on the network, as far as this client has measured it. The default. */
    AUTOMATIC,
    /** Names each bit. This takes the fewest bytes if a call has few elements for the size of its filter. */
    BITS,
    /**
     * Takes whole partitions: a look-up reads them, an add exchanges them. Some operations name their bits
     * nevertheless:
     *
     * <ul>
     *   <li>operations on a single element, or on a partition of more than a mebibyte;
     *   <li>adds to a filter that expires, or whose writes replicas must acknowledge;
     *   <li>adds through a client, or by a user, that cannot send groups of commands.
     * </ul>
     */
    PARTITIONS
}
