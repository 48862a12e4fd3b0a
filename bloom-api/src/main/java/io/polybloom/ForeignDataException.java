package io.polybloom;

import org.jspecify.annotations.Nullable;

/** A key of the filter holds a value that Polybloom did not write, such as a list or another hash. */
public final class ForeignDataException extends BloomFilterException {
    private static final long serialVersionUID = 1L;

    private final @Nullable String name;

    /**
     * Creates the exception for a filter, if its name is known, with a message that names the key and the value found,
     * and the client's exception if there is one.
     */
    public ForeignDataException(@Nullable String name, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.name = name;
    }

    /** Returns the filter's name; null if only a key is known. */
    public @Nullable String name() {
        return name;
    }
}
