package io.polybloom.tck.backend;

import com.google.common.hash.Funnel;
import io.polybloom.FilterDescription;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.FilterStats;
import io.polybloom.FilterTask;
import io.polybloom.MirrorOptions;
import io.polybloom.MirrorView;
import io.polybloom.counter.DistinctEstimate;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/**
 * An asynchronous API, in the form that the kit uses: each method calls its namesake and returns its result. An
 * exception that the namesake throws is thrown. Thread-safe.
 */
public interface NonBlockingFilters {

    /** Opens a filter with the default options. */
    default <T> Answer<? extends NonBlockingFilter<T>> open(FilterSpec spec, Funnel<? super T> funnel) {
        return open(spec, funnel, FilterOptions.defaults());
    }

    /** Opens a filter. */
    <T> Answer<? extends NonBlockingFilter<T>> open(FilterSpec spec, Funnel<? super T> funnel, FilterOptions options);

    /** Opens an existing filter with the default options. */
    default <T> Answer<? extends NonBlockingFilter<T>> openExisting(String name, Funnel<? super T> funnel) {
        return openExisting(name, funnel, FilterOptions.defaults());
    }

    /** Opens an existing filter. */
    <T> Answer<? extends NonBlockingFilter<T>> openExisting(
            String name, Funnel<? super T> funnel, FilterOptions options);

    /** Opens a filter whose elements can be removed. */
    <T> Answer<? extends NonBlockingRemovableFilter<T>> openRemovable(
            FilterSpec spec, Funnel<? super T> funnel, FilterOptions options);

    /** Returns a counter of distinct elements; sends nothing. */
    <T> NonBlockingCounter<T> counter(String name, Funnel<? super T> funnel);

    /** Opens a mirror of an existing filter. */
    <T> Answer<? extends NonBlockingMirror<T>> mirror(String name, Funnel<? super T> funnel, MirrorOptions options);

    /** Runs a task on a whole filter. */
    <R> Answer<R> run(FilterTask<R> task);

    /**
     * One filter of the API.
     *
     * @param <T> the type of the elements
     */
    interface NonBlockingFilter<T> {

        /** Returns the parameters as this instance last saw them. */
        FilterDescription description();

        /** Adds an element. */
        Answer<Boolean> add(T element);

        /** Adds elements. */
        Answer<boolean[]> addAll(Collection<? extends T> elements);

        /** Adds any number of elements at once. */
        Answer<Long> load(Iterable<? extends T> elements, LongConsumer progress);

        /** Looks up an element. */
        Answer<Boolean> mightContain(T element);

        /** Looks up elements. */
        Answer<boolean[]> mightContainAll(Collection<? extends T> elements);

        /** Opens the claims of a writer. */
        NonBlockingClaims<T> claims(String writer);

        /** Measures the filter. */
        Answer<FilterStats> stats();

        /** Empties the filter. */
        Answer<Void> clear();

        /** Lets the filter expire. */
        Answer<Void> expire(Duration timeToLive);

        /** Lets the filter expire at an instant. */
        Answer<Void> expireAt(Instant instant);

        /** Removes the expiry of the filter. */
        Answer<Void> persist();

        /** Removes the filter. */
        Answer<Void> delete();
    }

    /**
     * One filter of the API whose elements can be removed.
     *
     * @param <T> the type of the elements
     */
    interface NonBlockingRemovableFilter<T> extends NonBlockingFilter<T> {

        /** Removes an element. */
        Answer<Boolean> remove(T element);

        /** Removes elements. */
        Answer<boolean[]> removeAll(Collection<? extends T> elements);
    }

    /**
     * The claims of one writer.
     *
     * @param <T> the type of the elements
     */
    interface NonBlockingClaims<T> {

        /** Adds elements whose deliveries are consecutive. */
        Answer<boolean[]> addAll(long firstDelivery, List<? extends T> elements);

        /** Adds an element. */
        Answer<Boolean> add(long delivery, T element);

        /** Forgets deliveries. */
        Answer<Void> settle(long upTo);

        /** Counts the deliveries that are claimed. */
        Answer<Long> unsettled();
    }

    /**
     * One mirror of the API.
     *
     * @param <T> the type of the elements
     * @param view what answers without waiting
     * @param refreshing begins a refresh
     */
    record NonBlockingMirror<T>(MirrorView<T> view, Supplier<Answer<Void>> refreshing) {}

    /**
     * A counter of distinct elements.
     *
     * @param <T> the type of the elements
     */
    interface NonBlockingCounter<T> {

        /** Returns the name. */
        String name();

        /** Counts an element. */
        Answer<Boolean> add(T element);

        /** Counts elements. */
        Answer<Boolean> addAll(Collection<? extends T> elements);

        /** Estimates the number of distinct elements. */
        Answer<DistinctEstimate> count();

        /** Adds the elements of other counters. */
        Answer<Void> mergeFrom(Collection<String> names);

        /** Lets the counter expire. */
        Answer<Void> expire(Duration timeToLive);

        /** Removes all elements from the counter. */
        Answer<Void> clear();

        /** Removes the counter. */
        Answer<Void> delete();
    }
}
