package io.polybloom.layout;

/**
 * An ability that the filters of a layout may have beyond adding and looking up. The engine asks for capabilities,
 * never for ids.
 */
public enum LayoutCapability {
    /** A key that was lost, or replaced by another one, is detected before anything is answered. */
    LOST_DATA_DETECTION,
    /** The caller may choose the number of keys over which the bits are spread. */
    PARTITIONS,
    /** Several independent servers share the bits of one filter. */
    INDEPENDENT_SERVERS,
    /** A filter can refuse elements, or grow, beyond its capacity. */
    OVER_CAPACITY,
    /** The hash of a filter can be chosen, and is stored. */
    CHOICE_OF_HASH,
    /** The parameters are stored with the bits, so that a filter can be opened by its name. */
    STORED_PARAMETERS,
    /**
     * A bit that an element has set stays set as long as its partition lives, and adding the element again changes
     * nothing. So clients may remember bits, merge those of several filters, and add an element that they may have
     * added before.
     */
    LASTING_BITS,
    /** Clients read and write the bits, and can merge or copy them; otherwise the server stores them. */
    READABLE_BITS,
    /** Elements can be removed. */
    REMOVAL
}
