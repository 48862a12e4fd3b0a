package io.polybloom.vertx;

import com.google.common.hash.Funnel;
import io.polybloom.FilterDescription;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.FilterTask;
import io.polybloom.MirrorOptions;
import io.vertx.core.Future;
import java.util.Optional;

/**
 * Opens Bloom filters through the Vert.x Redis client. Thread-safe. Every failure of {@link #open},
 * {@link #openExisting}, {@link #openRemovable}, {@link #mirror}, {@link #run} and {@link #describe} fails the future,
 * even one caused by an invalid argument. Every handler runs on the context of the caller, as the client's own handlers
 * do.
 */
public interface VertxBloomFilters {

    /** Opens a filter with the default options, creating it if it does not exist. */
    default <T> Future<VertxBloomFilter<T>> open(FilterSpec spec, Funnel<? super T> funnel) {
        return open(spec, funnel, FilterOptions.defaults());
    }

    /**
     * Opens a filter, creating it if it does not exist. Fails with {@link io.polybloom.SpecMismatchException} if the
     * filter exists with other parameters; nothing was changed then.
     *
     * @param spec the parameters; an existing filter must have the same parameters
     * @param funnel turns an element into bytes; must be the same wherever the filter is used
     * @param options what this opener wants; not stored
     */
    <T> Future<VertxBloomFilter<T>> open(FilterSpec spec, Funnel<? super T> funnel, FilterOptions options);

    /** Opens an existing filter with its stored parameters and the default options. */
    default <T> Future<VertxBloomFilter<T>> openExisting(String name, Funnel<? super T> funnel) {
        return openExisting(name, funnel, FilterOptions.defaults());
    }

    /**
     * Opens an existing filter with its stored parameters. Fails with {@link io.polybloom.FilterGoneException} if there
     * is no filter of that name.
     */
    default <T> Future<VertxBloomFilter<T>> openExisting(String name, Funnel<? super T> funnel, FilterOptions options) {
        return open(FilterSpec.existing(name).build(), funnel, options);
    }

    /** Opens a filter whose elements can be removed with the default options, creating it if it does not exist. */
    default <T> Future<VertxRemovableBloomFilter<T>> openRemovable(FilterSpec spec, Funnel<? super T> funnel) {
        return openRemovable(spec, funnel, FilterOptions.defaults());
    }

    /**
     * Opens a filter whose elements can be removed, creating it if it does not exist. Fails with
     * {@link IllegalArgumentException} if elements of the layout cannot be removed, and with
     * {@link io.polybloom.UnsupportedFilterException} if the filter exists with such a layout.
     *
     * @param spec the parameters, with the layout {@value io.polybloom.layout.Layouts#COUNTING}
     * @param funnel turns an element into bytes; must be the same wherever the filter is used
     * @param options what this opener wants; not stored
     */
    <T> Future<VertxRemovableBloomFilter<T>> openRemovable(
            FilterSpec spec, Funnel<? super T> funnel, FilterOptions options);

    /**
     * Returns a counter of distinct elements. Sends nothing; the first element creates the counter.
     *
     * @param name the key: 1 to 512 bytes of UTF-8, without braces or with exactly one non-empty hash tag {@code {...}}
     * @param funnel turns an element into bytes; must be the same wherever the counter is used
     * @throws IllegalArgumentException if the name is not of this form
     */
    <T> VertxDistinctCounter<T> counter(String name, Funnel<? super T> funnel);

    /**
     * Opens a mirror of an existing filter and refreshes it once. It answers look-ups in this JVM, as of an instant in
     * the past; see {@link io.polybloom.FilterMirror}. Fails with {@link io.polybloom.FilterGoneException} if there is
     * no filter of that name, and with {@link io.polybloom.UnsupportedFilterException} if it cannot be mirrored.
     *
     * @param funnel turns an element into bytes; must be the same wherever the filter is used
     */
    <T> Future<VertxFilterMirror<T>> mirror(String name, Funnel<? super T> funnel, MirrorOptions options);

    /** Runs a task on a whole filter, such as {@link io.polybloom.FilterCopy}. */
    <R> Future<R> run(FilterTask<R> task);

    /**
     * Reads the parameters of a filter without opening it; empty if there is no filter of that name. Writes nothing.
     */
    Future<Optional<FilterDescription>> describe(String name);
}
