package io.polybloom;

/**
 * The filter exists with other parameters than the caller's. The stored ones win; nothing was changed. Open it with the
 * stored parameters, open it as an existing filter, or choose another name.
 */
public final class SpecMismatchException extends BloomFilterException {
    private static final long serialVersionUID = 1L;

    /** Creates the exception with a message that shows the stored and the requested parameters. */
    public SpecMismatchException(String message) {
        super(message, null);
    }
}
