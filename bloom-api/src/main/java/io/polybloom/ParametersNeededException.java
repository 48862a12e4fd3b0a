package io.polybloom;

/** A filter cannot be opened by its name alone: its layout stores no parameters, so the caller must give them. */
public final class ParametersNeededException extends BloomFilterException {
    private static final long serialVersionUID = 1L;

    private final String key;
    private final long bytes;

    /** Creates the exception for a layout and the string that was found. */
    public ParametersNeededException(String layout, String key, long bytes) {
        super(
                "the key '" + key + "' holds " + bytes + " bytes, but the layout " + layout
                        + " stores no parameters: open it with those that it was created with",
                null);
        this.key = key;
        this.bytes = bytes;
    }

    /** Returns the Redis key that was found. */
    public String key() {
        return key;
    }

    /** Returns the length of the string under the key, in bytes. */
    public long bytes() {
        return bytes;
    }
}
