package io.polybloom.spring.filter;

/** A filter that is to be opened at startup could not be opened. The cause says why. */
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
