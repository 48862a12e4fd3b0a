package io.polybloom;

/**
 * The filter needs something that this release, its layout, its server or the client does not support: a later format,
 * an unknown layout or policy, or a requested capability.
 */
public final class UnsupportedFilterException extends BloomFilterException {
    private static final long serialVersionUID = 1L;

    /** Creates the exception with a message that says what is not supported and what to do. */
    public UnsupportedFilterException(String message) {
        super(message, null);
    }
}
