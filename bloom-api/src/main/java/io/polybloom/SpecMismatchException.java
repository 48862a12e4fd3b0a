package io.polybloom;

import java.io.Serializable;
import java.util.List;

/**
 * The filter exists with parameters other than the caller's. Nothing was changed. Open it with the stored parameters,
 * open it as an existing filter, or choose another name. Also thrown by a {@link FilterMerge} of filters that differ;
 * then the parameters of one of them count as stored, and those of the other as requested.
 */
public final class SpecMismatchException extends BloomFilterException {
    private static final long serialVersionUID = 1L;

    private final String name;

    @SuppressWarnings("serial") // List.copyOf makes lists that are serializable
    private final List<Difference> differences;

    /**
     * A parameter that differs.
     *
     * @param parameter its name in the stored text, or in {@link FilterSpecBuilder}
     * @param stored the stored value
     * @param asked the requested value
     */
    public record Difference(String parameter, String stored, String asked) implements Serializable {}

    /** Creates the exception for a filter with a message that shows the stored and the requested parameters. */
    public SpecMismatchException(String name, List<Difference> differences, String message) {
        super(message, null);
        this.name = name;
        this.differences = List.copyOf(differences);
    }

    /** Returns the filter's name. */
    public String name() {
        return name;
    }

    /** Returns the parameters that differ; empty if the target of a copy or an import exists already. Unmodifiable. */
    public List<Difference> differences() {
        return differences;
    }
}
