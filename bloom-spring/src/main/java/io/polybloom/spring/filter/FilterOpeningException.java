package io.polybloom.spring.filter;

/** Thrown if a filter cannot be opened at startup. The cause says why. */
public final class FilterOpeningException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    private final String bean;

    FilterOpeningException(String bean, RuntimeException cause) {
        super("the filter '" + bean + "' could not be opened: " + cause.getMessage(), cause);
        this.bean = bean;
    }

    /** Returns the name of the filter's bean. */
    public String bean() {
        return bean;
    }
}
