package io.polybloom.spring.properties;

/** Thrown if the properties of a filter are invalid. */
public final class InvalidFilterException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final String property;

    /**
     * Creates the exception.
     *
     * @param property the full name of the property, such as {@code polybloom.filters.clicks.capacity}, or the prefix
     *     of the filter's properties if several of them do not fit together
     * @param problem the mistake in it
     */
    InvalidFilterException(String property, String problem) {
        super(property + ": " + problem);
        this.property = property;
    }

    /** Returns the full name of the property, or the prefix of the filter's properties. */
    public String property() {
        return property;
    }
}
