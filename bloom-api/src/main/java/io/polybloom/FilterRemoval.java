package io.polybloom;

import io.polybloom.layout.FilterNames;

/**
 * Removes whatever a native filter has left under a name, without opening it: also a filter whose config was lost, which
 * cannot be opened any more, and one whose deletion has died half-way. Other clients that hold the filter open get
 * {@link FilterGoneException}. A filter that can be opened is removed as by {@link BloomFilter#delete}.
 *
 * <p>A filter whose config was lost is found by its trace, which names the generation with which it began. If it has been
 * cleared since, its keys have another name, which nobody knows any more but the clients that hold it open: their
 * {@link BloomFilter#delete} removes them.
 *
 * <p>The result is false if there was nothing.
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
