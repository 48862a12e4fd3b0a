package io.polybloom;

import org.jspecify.annotations.Nullable;

/**
 * What a {@link FilterMirror} knows is older than its options allow, or does not yet include all bits of the filter. It
 * answers again after a refresh that succeeds. The cause is the failure of the most recent refresh, if it has failed.
 */
public final class StaleMirrorException extends BloomFilterException {
    private static final long serialVersionUID = 1L;

    private final String name;

    /** Creates the exception for the mirror of a filter. */
    public StaleMirrorException(String name, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.name = name;
    }

    /** Returns the filter's name. */
    public String name() {
        return name;
    }
}
