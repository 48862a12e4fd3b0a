package io.polybloom.spring.properties;

/** Thrown if a property below {@code polybloom} is invalid, or the properties of a filter do not fit together. */
public final class InvalidFilterException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final String property;
    private final boolean ofSeveral;

    /**
     * Creates the exception.
     *
     * @param property the full name of the property, such as {@code polybloom.filters.clicks.capacity}, or of the
     *     environment variable
     * @param problem the mistake in it
     */
    public InvalidFilterException(String property, String problem) {
        this(property, problem, false);
    }

    private InvalidFilterException(String property, String problem, boolean ofSeveral) {
        super(property + ": " + problem);
        this.property = property;
        this.ofSeveral = ofSeveral;
    }

    /**
     * Creates the exception for properties of a filter that do not fit together.
     *
     * @param prefix the prefix of the filter's properties
     */
    static InvalidFilterException ofSeveral(String prefix, String problem) {
        return new InvalidFilterException(prefix, problem, true);
    }

    /** Returns whether several properties of a filter do not fit together. */
    public boolean isOfSeveral() {
        return ofSeveral;
    }

    /** Returns the full name of the property or variable, or the prefix of the filter's properties. */
    public String property() {
        return property;
    }
}
