package io.polybloom;

import org.jspecify.annotations.Nullable;

/**
 * The filter does not exist: it was never created, was deleted, or has expired, or the server has lost its data.
 * Opening it with a specification creates a new, empty filter. A filter object that has thrown this exception throws it
 * from each further call, whatever is in Redis by then; only {@code delete()} is still possible, and removes what is
 * left.
 */
public final class FilterGoneException extends BloomFilterException {
    private static final long serialVersionUID = 1L;

    private final @Nullable String name;
    private final boolean hasExpired;

    /**
     * Creates the exception for a filter, if its name is known, with a message that names the filter and the reason as
     * far as it is known.
     */
    public FilterGoneException(@Nullable String name, String message) {
        this(name, message, false);
    }

    /**
     * Creates the exception for a filter, if its name is known.
     *
     * @param message names the filter and the reason
     * @param hasExpired whether the server has told that the filter has expired
     */
    public FilterGoneException(@Nullable String name, String message, boolean hasExpired) {
        super(message, null);
        this.name = name;
        this.hasExpired = hasExpired;
    }

    /** Returns the filter's name; null if only a key is known. */
    public @Nullable String name() {
        return name;
    }

    /**
     * Returns whether the filter is known to have expired, by the server's clock. If not, it may have expired all the
     * same: the server remembers that for a day, and filters of other systems leave no sign of it.
     */
    public boolean hasExpired() {
        return hasExpired;
    }
}
