package io.polybloom;

import org.jspecify.annotations.Nullable;

/**
 * A part of the filter is gone or replaced: evicted, deleted by hand, flushed, or lost in a failover. Elements that
 * were added may be missing, so no answer can be trusted. Find the cause, then {@linkplain FilterRebuild rebuild} the
 * filter from its elements, or call {@code clear} or {@code delete} to start over. {@code docs/troubleshooting.md} has
 * the details.
 */
public final class LostDataException extends BloomFilterException {
    private static final long serialVersionUID = 1L;

    private final @Nullable String name;

    /**
     * Creates the exception for a filter, if its name is known, with a message that names the filter and the lost
     * partition.
     */
    public LostDataException(@Nullable String name, String message) {
        super(message, null);
        this.name = name;
    }

    /** Returns the filter's name; null if only a key is known. */
    public @Nullable String name() {
        return name;
    }
}
