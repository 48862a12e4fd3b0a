package io.polybloom;

import io.polybloom.layout.FilterNames;

/**
 * Removes everything that a native filter has left under a name, without opening it. This includes a filter whose
 * config was lost, so that it cannot be opened any more, and one whose deletion was interrupted. Other clients that
 * hold the filter open get {@link FilterGoneException}. A filter that can be opened is removed as by
 * {@link BloomFilter#delete}.
 *
 * <p>A filter whose config was lost is found by its trace, which names the generation with which the filter began. If
 * the filter has been cleared since, its keys carry another generation, which only the clients that hold it open know:
 * their {@link BloomFilter#delete} removes them.
 *
 * <p>The result is true if something was removed, false if there was nothing under the name.
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
