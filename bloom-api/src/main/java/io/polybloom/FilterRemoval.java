package io.polybloom;

import io.polybloom.support.FilterNames;

/**
 * Deletes a native filter without opening it, and without any parameters. This includes a filter whose creation, or
 * whose deletion, was interrupted: it is not completed first. Other clients that have the filter open get a
 * {@link FilterGoneException}.
 *
 * <p>The result is true if something was removed, false if there was no filter of that name.
 *
 * @param name the filter's name
 */
public record FilterRemoval(String name) implements FilterTask<Boolean> {

    /** Checks the name. */
    public FilterRemoval {
        FilterNames.require(name);
    }

    /** Returns the removal of the filter of that name. */
    public static FilterRemoval of(String name) {
        return new FilterRemoval(name);
    }
}
