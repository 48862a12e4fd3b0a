package io.polybloom.spring.filter;

/** Thrown if a filter, or its mirror, cannot be opened at startup. The cause says why. */
public final class FilterOpeningException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    private final String bean;
    private final boolean ofMirror;

    FilterOpeningException(String bean, boolean ofMirror, RuntimeException cause) {
        super(
                "the " + (ofMirror ? "mirror of the " : "") + "filter '" + bean + "' could not be opened: "
                        + cause.getMessage(),
                cause);
        this.bean = bean;
        this.ofMirror = ofMirror;
    }

    /** Returns whether the filter was opened, but not its mirror. */
    public boolean isOfMirror() {
        return ofMirror;
    }

    /** Returns the name of the filter's bean. */
    public String bean() {
        return bean;
    }
}
