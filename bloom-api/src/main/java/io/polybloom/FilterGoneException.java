package io.polybloom;

/**
 * The filter does not exist: it was never created, was deleted, or has expired. Opening it with a specification creates it
 * anew, and empty.
 */
public final class FilterGoneException extends BloomFilterException {
    private static final long serialVersionUID = 1L;

    /** Creates the exception with a message that says which filter is gone and what is known of the reason. */
    public FilterGoneException(String message) {
        super(message, null);
    }
}
