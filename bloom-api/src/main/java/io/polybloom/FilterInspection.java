package io.polybloom;

import io.polybloom.layout.FilterNames;
import java.util.Optional;

/**
 * Reads the parameters of a native filter without opening it; empty if there is none of that name. Writes nothing.
 *
 * @param name the filter's name
 */
public record FilterInspection(String name) implements FilterTask<Optional<FilterDescription>> {

    /** Checks the name. */
    public FilterInspection {
        FilterNames.require(name);
    }
}
