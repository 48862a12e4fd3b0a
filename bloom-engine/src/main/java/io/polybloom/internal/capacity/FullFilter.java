package io.polybloom.internal.capacity;

import io.polybloom.FilterDescription;
import io.polybloom.OverCapacityException;

/** What callers are told of a filter that refuses new elements. */
public final class FullFilter {

    private FullFilter() {}

    /** Returns the exception that refuses some elements. */
    public static OverCapacityException refusal(FilterDescription filter, int elements) {
        return refusal(filter.name(), filter.capacity(), elements);
    }

    private static OverCapacityException refusal(String name, long capacity, int elements) {
        return new OverCapacityException(
                name,
                capacity,
                "the filter '" + name + "' is full: its capacity of " + capacity + " is reached, and " + elements
                        + (elements == 1 ? " new element was" : " new elements were")
                        + " refused and not written. Rebuild it with a larger capacity, or use a filter that grows");
    }

    /** Returns the exception that refuses a union, which has more elements than the capacity. */
    public static OverCapacityException ofUnion(String name, long capacity, long elements) {
        return new OverCapacityException(
                name,
                capacity,
                "the union has about " + elements + " elements, more than the capacity of " + capacity
                        + " of the filter '" + name
                        + "', whose policy is REJECT. Nothing was changed: create a larger"
                        + " filter and load the elements into it");
    }

    /**
     * Returns the exception that ends a rebuild.
     *
     * @param made what the rebuild has made
     * @param reason what is too full
     */
    public static OverCapacityException ofRebuild(FilterDescription made, String reason) {
        return new OverCapacityException(
                made.name(),
                made.capacity(),
                "the filter '" + made.name() + "' was not rebuilt" + reason
                        + ". Nothing was changed; rebuild it with a larger capacity");
    }

    /** Returns an exception that refuses elements as if it refused one; any other as it is. */
    public static RuntimeException ofOneElement(RuntimeException reason) {
        return reason instanceof OverCapacityException full ? refusal(full.name(), full.capacity(), 1) : reason;
    }

    /**
     * Returns an exception that refuses elements as that of a load; any other as it is.
     *
     * @param read the number of elements that were read
     */
    public static RuntimeException ofLoad(RuntimeException reason, FilterDescription filter, long read) {
        return reason instanceof OverCapacityException
                ? new OverCapacityException(
                        filter.name(),
                        filter.capacity(),
                        "the filter '" + filter.name() + "' is full: its capacity of " + filter.capacity()
                                + " was reached when " + read
                                + " elements had been read, and the rest was not loaded. Rebuild it with a larger"
                                + " capacity, or use a filter that grows")
                : reason;
    }
}
