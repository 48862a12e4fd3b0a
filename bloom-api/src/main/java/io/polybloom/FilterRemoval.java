package io.polybloom;

import io.polybloom.support.FilterNames;

/**
 * Removes everything that a native filter has left under a name, without opening it. This includes a filter whose
 * config was lost, so that it can no longer be opened, and one whose deletion was interrupted. Other clients that have
 * the filter open get a {@link FilterGoneException}. A filter that can be opened is removed as by
 * {@link BloomFilter#delete}.
 *
 * <p>A filter whose config was lost is found by its trace, which names the generation with which the filter began. If
 * the filter has been cleared since, its keys have another generation, which only clients that have the filter open
 * know: their {@link BloomFilter#delete} removes the keys.
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
