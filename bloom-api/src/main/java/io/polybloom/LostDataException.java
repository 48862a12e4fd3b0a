package io.polybloom;

import org.jspecify.annotations.Nullable;

/**
 * The filter exists, but a part of its bits is gone or replaced: evicted, deleted by hand, flushed, or lost in a
 * failover. Elements that were added may be missing, so no answer can be given. To start over, call {@code clear} or
 * {@code delete}; a filter that cannot be opened any more is removed by {@link FilterRemoval}.
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

    /** Returns the filter's name; null where only a key is known. */
    public @Nullable String name() {
        return name;
    }
}
