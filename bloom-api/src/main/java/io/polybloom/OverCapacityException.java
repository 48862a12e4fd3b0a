package io.polybloom;

/** The filter is full and its policy is {@link OverCapacity#REJECT}: a new element was not added, and nothing was written. */
public final class OverCapacityException extends BloomFilterException {
    private static final long serialVersionUID = 1L;

    /** Creates the exception with a message that names the filter and its capacity. */
    public OverCapacityException(String message) {
        super(message, null);
    }
}
