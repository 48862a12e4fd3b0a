package io.polybloom.operations;

import com.google.common.hash.Funnel;
import io.polybloom.counter.DistinctEstimate;
import io.polybloom.internal.counter.StoredCounter;
import io.polybloom.internal.model.CallElements;
import io.polybloom.step.Step;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Objects;

/**
 * The operations of a counter of distinct elements, as steps; every flavour of the public API runs this class on a
 * driver. The contracts are those of {@link io.polybloom.counter.DistinctCounter}. Exceptions about arguments are
 * thrown at once, all others by the steps. Thread-safe; each step belongs to one driver.
 *
 * @param <T> the type of the elements
 */
public final class CounterOperations<T> {

    private final StoredCounter counter;
    private final Funnel<? super T> funnel;

    CounterOperations(StoredCounter counter, Funnel<? super T> funnel) {
        this.counter = counter;
        this.funnel = Objects.requireNonNull(funnel, "funnel");
    }

    /** Returns the name of the counter. */
    public String name() {
        return counter.name();
    }

    /** Counts an element; true if it was definitely not counted before. */
    public Step<Boolean> add(T element) {
        return addAll(List.of(Objects.requireNonNull(element, "element")));
    }

    /** Counts elements; true if any of them was definitely not counted before. */
    public Step<Boolean> addAll(Collection<? extends T> elements) {
        return counter.add(CallElements.of(elements, funnel));
    }

    /** Estimates the number of distinct elements. */
    public Step<DistinctEstimate> count() {
        return counter.count();
    }

    /** Adds the elements of other counters. */
    public Step<Void> mergeFrom(Collection<String> names) {
        return counter.mergeFrom(names);
    }

    /** Sets the time after which the counter expires. */
    public Step<Void> expire(Duration timeToLive) {
        LifeTimes.require(timeToLive);
        return counter.expire(timeToLive.toMillis());
    }

    /** Removes all elements from the counter. */
    public Step<Void> clear() {
        return counter.clear();
    }

    /** Removes the counter. */
    public Step<Void> delete() {
        return counter.delete();
    }

    /** Returns the name of the counter, for logs. */
    @Override
    public String toString() {
        return "DistinctCounter[name=" + name() + "]";
    }
}
