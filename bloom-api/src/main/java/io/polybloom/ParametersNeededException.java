package io.polybloom;

/** A filter was to be opened by its name alone, but its layout stores no parameters: the caller must say them. */
public final class ParametersNeededException extends BloomFilterException {
    private static final long serialVersionUID = 1L;

    private final String key;
    private final long bytes;

    /** Creates the exception for a layout and the string that was found. */
    public ParametersNeededException(String layout, String key, long bytes) {
        super(
                "the key '" + key + "' holds " + bytes + " bytes, and the layout " + layout
                        + " stores no parameters: open it with those that it was written with",
                null);
        this.key = key;
        this.bytes = bytes;
    }

    /** The Redis key that was found. */
    public String key() {
        return key;
    }

    /** The length of its string. */
    public long bytes() {
        return bytes;
    }
}
