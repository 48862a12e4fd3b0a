package io.polybloom;

import com.google.common.hash.Funnel;
import io.polybloom.counter.DistinctCounter;
import java.util.Optional;

/**
 * Opens Bloom filters through one Redis client; every adapter for a blocking client provides an implementation.
 * Thread-safe. The client belongs to the caller and is never closed.
 *
 * <p>Every method that talks to Redis throws a {@link BackendException} if Redis, or the connection to it, fails.
 */
public interface BloomFilters {

    /** Opens a filter with the default options, creating it if it does not exist. */
    default <T> BloomFilter<T> open(FilterSpec spec, Funnel<? super T> funnel) {
        return open(spec, funnel, FilterOptions.defaults());
    }

    /**
     * Opens a filter, creating it if it does not exist.
     *
     * @param spec the parameters, which must match those of an existing filter
     * @param funnel turns an element into bytes; must be the same wherever the filter is used
     * @param options what this opener wants; not stored
     * @throws SpecMismatchException if the filter exists with other parameters; nothing was changed
     * @throws FilterGoneException if the specification is for an {@linkplain FilterSpec#existing existing} filter and
     *     there is no filter of that name
     * @throws ForeignDataException if a key of the filter holds a value that Polybloom did not write
     * @throws UnsupportedFilterException if the filter was written by a later release, or its layout, the client or the
     *     server lacks a requested capability
     * @throws ParametersNeededException if the layout of an existing filter stores no parameters
     * @throws IllegalArgumentException if the filter cannot have one of the options, or if replicas must acknowledge
     *     writes and the client cannot find out whether they do
     */
    <T> BloomFilter<T> open(FilterSpec spec, Funnel<? super T> funnel, FilterOptions options);

    /** Opens an existing filter with its stored parameters and the default options. */
    default <T> BloomFilter<T> openExisting(String name, Funnel<? super T> funnel) {
        return openExisting(name, funnel, FilterOptions.defaults());
    }

    /**
     * Opens an existing filter with its stored parameters.
     *
     * @throws FilterGoneException if there is no filter of that name
     * @throws ForeignDataException if a key of the filter holds a value that Polybloom did not write
     * @throws UnsupportedFilterException if the filter was written by a later release
     */
    default <T> BloomFilter<T> openExisting(String name, Funnel<? super T> funnel, FilterOptions options) {
        return open(FilterSpec.existing(name).build(), funnel, options);
    }

    /** Opens a filter whose elements can be removed with the default options, creating it if it does not exist. */
    default <T> RemovableBloomFilter<T> openRemovable(FilterSpec spec, Funnel<? super T> funnel) {
        return openRemovable(spec, funnel, FilterOptions.defaults());
    }

    /**
     * Opens a filter whose elements can be removed, creating it if it does not exist.
     *
     * @param spec the parameters, with the layout {@value io.polybloom.layout.Layouts#COUNTING}
     * @param funnel turns an element into bytes; must be the same wherever the filter is used
     * @param options what this opener wants; not stored
     * @throws IllegalArgumentException if elements of the layout cannot be removed, or the filter cannot have one of
     *     the options; nothing was sent
     * @throws UnsupportedFilterException if the filter exists with a layout whose elements cannot be removed, or was
     *     written by a later release
     * @throws FilterGoneException if the specification names an existing filter, and there is none of that name
     * @throws ForeignDataException if a key of the filter holds a value that Polybloom did not write
     * @throws SpecMismatchException if the filter exists with other parameters; nothing was changed
     */
    <T> RemovableBloomFilter<T> openRemovable(FilterSpec spec, Funnel<? super T> funnel, FilterOptions options);

    /**
     * Returns a counter of distinct elements. Sends nothing; the first element creates the counter.
     *
     * @param name the key: 1 to 512 bytes of UTF-8, without braces or with exactly one non-empty hash tag {@code {...}}
     * @param funnel turns an element into bytes; must be the same wherever the counter is used
     * @throws IllegalArgumentException if the name is not of this form
     */
    <T> DistinctCounter<T> counter(String name, Funnel<? super T> funnel);

    /**
     * Opens a mirror of an existing filter and refreshes it once. It answers look-ups in this JVM, as of an instant in
     * the past; see {@link FilterMirror}.
     *
     * @param funnel turns an element into bytes; must be the same wherever the filter is used
     * @throws FilterGoneException if there is no filter of that name
     * @throws LostDataException if a part of the filter was lost
     * @throws UnsupportedFilterException if the filter cannot be mirrored, see {@link FilterMirror#refresh}
     */
    <T> FilterMirror<T> mirror(String name, Funnel<? super T> funnel, MirrorOptions options);

    /**
     * Runs a task on a whole filter, such as {@link FilterCopy}, to its end.
     *
     * @throws BloomFilterException if the task fails; see the class of the task
     */
    <R> R run(FilterTask<R> task);

    /**
     * Reads the parameters of a filter without opening it; empty if there is no filter of that name. Completes nothing
     * that another client has begun.
     */
    default Optional<FilterDescription> describe(String name) {
        return run(FilterTask.describing(name));
    }
}
