package io.polybloom.async;

import com.google.common.hash.Funnel;
import io.polybloom.FilterDescription;
import io.polybloom.FilterGoneException;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.FilterTask;
import io.polybloom.MirrorOptions;
import io.polybloom.SpecMismatchException;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * Opens Bloom filters without waiting for Redis. Thread-safe. The client belongs to the caller and is never closed.
 * Failures reach the stages as {@link AsyncBloomFilter} describes.
 *
 * <p>A client that connects in its first call may wait for the connection; the entry point of its adapter says so.
 */
public interface AsyncBloomFilters {

    /** Opens a filter with the default options, creating it if it does not exist. */
    default <T> CompletionStage<AsyncBloomFilter<T>> open(FilterSpec spec, Funnel<? super T> funnel) {
        return open(spec, funnel, FilterOptions.defaults());
    }

    /**
     * Opens a filter, creating it if it does not exist. Fails with {@link SpecMismatchException} if it exists with
     * other parameters; then nothing was changed.
     *
     * @param spec the parameters, which must match those of an existing filter
     * @param funnel turns an element into bytes; must be the same wherever the filter is used
     * @param options what this opener wants; not stored
     */
    <T> CompletionStage<AsyncBloomFilter<T>> open(FilterSpec spec, Funnel<? super T> funnel, FilterOptions options);

    /** Opens an existing filter with its stored parameters and the default options. */
    default <T> CompletionStage<AsyncBloomFilter<T>> openExisting(String name, Funnel<? super T> funnel) {
        return openExisting(name, funnel, FilterOptions.defaults());
    }

    /**
     * Opens an existing filter with its stored parameters. Fails with {@link FilterGoneException} if there is no filter
     * of that name.
     */
    default <T> CompletionStage<AsyncBloomFilter<T>> openExisting(
            String name, Funnel<? super T> funnel, FilterOptions options) {
        return open(FilterSpec.existing(name).build(), funnel, options);
    }

    /** Opens a filter whose elements can be removed with the default options, creating it if it does not exist. */
    default <T> CompletionStage<AsyncRemovableBloomFilter<T>> openRemovable(FilterSpec spec, Funnel<? super T> funnel) {
        return openRemovable(spec, funnel, FilterOptions.defaults());
    }

    /**
     * Opens a filter whose elements can be removed, creating it if it does not exist. Fails with
     * {@link io.polybloom.UnsupportedFilterException} if the filter exists with a layout whose elements cannot be
     * removed.
     *
     * @param spec the parameters, with the layout {@value io.polybloom.layout.Layouts#COUNTING}
     * @param funnel turns an element into bytes; must be the same wherever the filter is used
     * @param options what this opener wants; not stored
     * @throws IllegalArgumentException if elements of the layout cannot be removed; nothing was sent
     */
    <T> CompletionStage<AsyncRemovableBloomFilter<T>> openRemovable(
            FilterSpec spec, Funnel<? super T> funnel, FilterOptions options);

    /**
     * Returns a counter of distinct elements. Sends nothing; the first element creates the counter.
     *
     * @param name the key: 1 to 512 bytes of UTF-8, without braces or with exactly one non-empty hash tag {@code {...}}
     * @param funnel turns an element into bytes; must be the same wherever the counter is used
     * @throws IllegalArgumentException if the name is not of this form
     */
    <T> AsyncDistinctCounter<T> counter(String name, Funnel<? super T> funnel);

    /**
     * Opens a mirror of an existing filter and refreshes it once. It answers look-ups in this JVM, as of an instant in
     * the past; see {@link io.polybloom.FilterMirror}. Fails with {@link FilterGoneException} if there is no filter of
     * that name, and with {@link io.polybloom.UnsupportedFilterException} if it cannot be mirrored.
     *
     * @param funnel turns an element into bytes; must be the same wherever the filter is used
     */
    <T> CompletionStage<AsyncFilterMirror<T>> mirror(String name, Funnel<? super T> funnel, MirrorOptions options);

    /** Runs a task on a whole filter, such as {@link io.polybloom.FilterCopy}. */
    <R> CompletionStage<R> run(FilterTask<R> task);

    /**
     * Reads the parameters of a filter without opening it; empty if there is no filter of that name. Writes nothing.
     */
    default CompletionStage<Optional<FilterDescription>> describe(String name) {
        return run(FilterTask.describing(name));
    }
}
