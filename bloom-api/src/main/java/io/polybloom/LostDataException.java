package io.polybloom;

/**
 * The filter exists, but a part of its bits is no longer the one it made: evicted, deleted by hand, flushed, or lost in a
 * failover. Elements that were added may be missing, so no answer can be given. {@code clear} or {@code delete} start over.
 */
public final class LostDataException extends BloomFilterException {
    private static final long serialVersionUID = 1L;

    /** Creates the exception with a message that names the filter and the lost partition. */
    public LostDataException(String message) {
        super(message, null);
    }
}
