package io.polybloom.async;

import io.polybloom.counter.DistinctEstimate;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.CompletionStage;

/**
 * Counts distinct elements with a HyperLogLog in Redis; this flavour answers with {@link CompletionStage}. The
 * contracts are those of {@link io.polybloom.counter.DistinctCounter}, and failures reach the stages as
 * {@link AsyncBloomFilter} describes. Elements are turned into bytes before a method returns.
 *
 * @param <T> the type of the elements
 */
public interface AsyncDistinctCounter<T> {

    /** Returns the name, which is the key. Sends nothing. */
    String name();

    /**
     * Counts an element.
     *
     * @return true if it was definitely not counted before; false leaves the question open
     */
    CompletionStage<Boolean> add(T element);

    /**
     * Counts elements, in commands of limited size. An empty collection sends nothing. If the call fails, some elements
     * may have been counted; the call can be repeated.
     *
     * @return true if any of them was definitely not counted before; false leaves the question open
     */
    CompletionStage<Boolean> addAll(Collection<? extends T> elements);

    /** Estimates the number of distinct elements. */
    CompletionStage<DistinctEstimate> count();

    /**
     * Adds the elements of other counters, which do not change; a counter that does not exist has no elements. Counters
     * whose names have the same hash tag <code>{...}</code> as this one's are merged by one atomic command. Any other
     * counter is read, copied temporarily to the slot of this one, and merged from there, so it may be in another slot
     * of a cluster, or on another of several independent servers. If the call fails, some of the counters may have been
     * merged; the call can be repeated.
     *
     * @param names the names of the other counters; nothing is sent if there are none
     */
    CompletionStage<Void> mergeFrom(Collection<String> names);

    /**
     * Sets the time after which the counter expires, by the server's clock. A later call replaces an earlier one. A
     * counter that does not exist is created, so that the expiry applies to it; after it has expired, an add creates a
     * counter without an expiry.
     *
     * @param timeToLive from one millisecond to 365,000 days
     * @throws IllegalArgumentException if the time is out of this range; nothing was sent
     */
    CompletionStage<Void> expire(Duration timeToLive);

    /** Removes all elements from the counter. The expiry, if any, is kept. */
    CompletionStage<Void> clear();

    /** Removes the counter and its expiry. */
    CompletionStage<Void> delete();
}
