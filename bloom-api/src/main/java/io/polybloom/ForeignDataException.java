package io.polybloom;

import org.jspecify.annotations.Nullable;

/** A key that belongs to the filter by its name holds something that Polybloom did not write, such as a list or another hash. */
public final class ForeignDataException extends BloomFilterException {
    private static final long serialVersionUID = 1L;

    /** Creates the exception with a message that names the key and what was found, and the client's exception if there is one. */
    public ForeignDataException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
