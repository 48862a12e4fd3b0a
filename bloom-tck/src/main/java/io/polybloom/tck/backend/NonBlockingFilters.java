package io.polybloom.tck.backend;

import com.google.common.hash.Funnel;
import io.polybloom.BloomFilters;
import io.polybloom.FilterDescription;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.FilterStats;
import io.polybloom.FilterTask;
import io.polybloom.MirrorOptions;
import io.polybloom.MirrorView;
import io.polybloom.async.AsyncBloomFilters;
import io.polybloom.counter.DistinctEstimate;
import io.polybloom.support.forward.Forwarder;
import io.polybloom.support.forward.Passage;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.LongConsumer;

/**
 * An asynchronous API, in the form that the kit uses: each method calls its namesake and returns its result. An
 * exception that the namesake throws is thrown. Thread-safe.
 */
public interface NonBlockingFilters {

    /** Presents an API that answers with stages. */
    static NonBlockingFilters of(AsyncBloomFilters filters) {
        return of(
                AsyncBloomFilters.class,
                filters,
                CompletionStage.class,
                (CompletionStage<?> stage) -> stage::whenComplete);
    }

    /**
     * Presents an API whose methods have the same names and parameters as those of the blocking one, and answer with
     * futures of any kind.
     *
     * @param api the interface of the API, which is public
     * @param future the type of the futures
     * @param answer attaches handlers to a future
     * @throws IllegalArgumentException if a method is missing in the API, or returns something else
     */
    @SuppressWarnings("unchecked") // the constructor of the forwarder compares the types of the values
    static <A, R> NonBlockingFilters of(
            Class<A> api, A filters, Class<? super R> future, Function<R, Answer<?>> answer) {
        Passage passage = call -> {
            Answer<?> given = answer.apply((R) call.future());
            return (Answer<Object>)
                    handler -> given.whenComplete((value, failure) -> handler.accept(call.shown(value), failure));
        };
        return new Forwarder<>(api, NonBlockingFilters.class, passage, future, Answer.class).present(filters);
    }

    /** Presents this API as one that blocks, with the same failures. */
    default BloomFilters blocking() {
        Passage waiting = call -> call.shown(((Answer<?>) call.future()).await());
        return new Forwarder<>(NonBlockingFilters.class, BloomFilters.class, waiting, Answer.class).present(this);
    }

    /** Opens a filter with the default options. */
    default <T> Answer<NonBlockingFilter<T>> open(FilterSpec spec, Funnel<? super T> funnel) {
        return open(spec, funnel, FilterOptions.defaults());
    }

    /** Opens a filter. */
    <T> Answer<NonBlockingFilter<T>> open(FilterSpec spec, Funnel<? super T> funnel, FilterOptions options);

    /** Opens an existing filter with the default options. */
    default <T> Answer<NonBlockingFilter<T>> openExisting(String name, Funnel<? super T> funnel) {
        return openExisting(name, funnel, FilterOptions.defaults());
    }

    /** Opens an existing filter. */
    <T> Answer<NonBlockingFilter<T>> openExisting(String name, Funnel<? super T> funnel, FilterOptions options);

    /** Opens a filter whose elements can be removed. */
    <T> Answer<NonBlockingRemovableFilter<T>> openRemovable(
            FilterSpec spec, Funnel<? super T> funnel, FilterOptions options);

    /** Returns a counter of distinct elements; sends nothing. */
    <T> NonBlockingCounter<T> counter(String name, Funnel<? super T> funnel);

    /** Opens a mirror of an existing filter. */
    <T> Answer<NonBlockingMirror<T>> mirror(String name, Funnel<? super T> funnel, MirrorOptions options);

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
     */
    interface NonBlockingMirror<T> extends MirrorView<T> {

        /** Reads what has changed. */
        Answer<Void> refresh();
    }

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
