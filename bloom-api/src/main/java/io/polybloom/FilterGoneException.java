package io.polybloom;

import org.jspecify.annotations.Nullable;

/**
 * The filter does not exist: it was never created, was deleted, or has expired. Opening it with a specification creates
 * it anew, and empty.
 */
public final class FilterGoneException extends BloomFilterException {
    private static final long serialVersionUID = 1L;

    private final @Nullable String name;

    /**
     * Creates the exception for a filter, if its name is known, with a message that says which filter is gone and what
     * is known of the reason.
     */
    public FilterGoneException(@Nullable String name, String message) {
        super(message, null);
        this.name = name;
    }

    /** Returns the filter's name; null where only a key is known. */
    public @Nullable String name() {
        return name;
    }
}
