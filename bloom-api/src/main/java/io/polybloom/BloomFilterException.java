package io.polybloom;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The superclass of everything that a filter throws, except for invalid arguments ({@link IllegalArgumentException},
 * {@link NullPointerException}). A filter that cannot answer truthfully throws one of its subclasses; it never answers
 * {@code false} instead.
 */
public abstract sealed class BloomFilterException extends RuntimeException
        permits BackendException,
                FilterGoneException,
                ForeignDataException,
                LostDataException,
                OverCapacityException,
                ParametersNeededException,
                PartialBulkException,
                SpecMismatchException,
                StaleMirrorException,
                UnsupportedFilterException {
    private static final long serialVersionUID = 1L;

    BloomFilterException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** Returns the message, which says what happened; never null. */
    @Override
    public String getMessage() {
        return Objects.requireNonNull(super.getMessage());
    }
}
