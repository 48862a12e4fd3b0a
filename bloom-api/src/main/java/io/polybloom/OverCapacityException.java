package io.polybloom;

/**
 * The filter is full and its policy is {@link OverCapacity#REJECT}: a new element was not added, and nothing was
 * written. Also thrown by a {@link FilterMerge} whose union would be too full.
 */
public final class OverCapacityException extends BloomFilterException {
    private static final long serialVersionUID = 1L;

    private final String name;
    private final long capacity;

    /** Creates the exception with a message that names the filter and its capacity. */
    public OverCapacityException(String name, long capacity, String message) {
        super(message, null);
        this.name = name;
        this.capacity = capacity;
    }

    /** Returns the filter's name. */
    public String name() {
        return name;
    }

    /** Returns the number of distinct elements for which the filter was sized. */
    public long capacity() {
        return capacity;
    }
}
