package io.polybloom;

import com.google.common.hash.Funnel;
import java.util.Optional;

/**
 * Opens Bloom filters over one connection to Redis; every adapter for a blocking client hands one out. Thread-safe.
 * Neither opens nor closes connections: the client stays the caller's.
 */
public interface BloomFilters {

    /**
     * Opens a filter, creating it if it does not exist.
     *
     * @param spec the parameters; an existing filter must have the same ones
     * @param funnel turns an element into bytes; must be the same wherever the filter is used
     * @throws SpecMismatchException if the filter exists with other parameters; nothing was changed
     * @throws LostDataException if the filter's config was lost; see {@link FilterRemoval}
     */
    <T> BloomFilter<T> open(FilterSpec spec, Funnel<? super T> funnel);

    /**
     * Opens a filter that exists, with the parameters that it has.
     *
     * @throws FilterGoneException if there is no filter of that name
     * @throws LostDataException if the filter's config was lost; see {@link FilterRemoval}
     */
    default <T> BloomFilter<T> openExisting(String name, Funnel<? super T> funnel) {
        return open(FilterSpec.existing(name).build(), funnel);
    }

    /** Runs a task on a whole filter, such as {@link FilterCopy}, to its end. */
    <R> R run(FilterTask<R> task);

    /**
     * Reads the parameters of a filter without opening it; empty if there is none of that name. Writes nothing.
     *
     * @throws LostDataException if the filter's config was lost; see {@link FilterRemoval}
     */
    default Optional<FilterDescription> describe(String name) {
        return run(FilterTask.describing(name));
    }
}
