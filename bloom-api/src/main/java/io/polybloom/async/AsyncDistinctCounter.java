package io.polybloom.async;

import io.polybloom.counter.DistinctEstimate;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.CompletionStage;

/**
 * Counts distinct elements by a HyperLogLog in Redis; this flavour answers with {@link CompletionStage}. The contracts
 * are those of {@link io.polybloom.counter.DistinctCounter}, and failures reach the stages as {@link AsyncBloomFilter}
 * describes. Elements are turned into bytes before a method returns.
 *
 * @param <T> the type of the elements
 */
public interface AsyncDistinctCounter<T> {

    /** Returns the name, which is the key. Sends nothing. */
    String name();

    /**
     * Counts an element.
     *
     * @return true if it was definitely not counted before; false tells nothing
     */
    CompletionStage<Boolean> add(T element);

    /**
     * Counts elements, in commands of limited size. An empty collection sends nothing. If not all of them were
     * confirmed, some may have been counted, and the call can be repeated.
     *
     * @return true if any of them was definitely not counted before; false tells nothing
     */
    CompletionStage<Boolean> addAll(Collection<? extends T> elements);

    /** Estimates the number of distinct elements. */
    CompletionStage<DistinctEstimate> count();

    /**
     * Adds what other counters have counted, which stay as they are; one that does not exist has counted nothing.
     * Counters whose names have the same hash tag <code>{...}</code> as this one's are merged by one atomic command.
     * Any other one is read, copied beside this counter for a moment, and merged from there: so it may lie in another
     * slot of a cluster, or on another of several independent servers. If the call fails, some of them may have been
     * merged, and it can be repeated.
     *
     * @param names the names of the other counters; nothing is sent if there are none
     */
    CompletionStage<Void> mergeFrom(Collection<String> names);

    /**
     * Lets the counter expire after a time, by the server's clock. A later call replaces an earlier one. A counter that
     * does not exist is made, so that it expires, too; one that is made by an add after that lives until it is deleted.
     *
     * @param timeToLive from one millisecond to 365,000 days
     * @throws IllegalArgumentException if the time is out of this range; nothing was sent
     */
    CompletionStage<Void> expire(Duration timeToLive);

    /** Lets the counter forget all elements. An expiry stays in force. */
    CompletionStage<Void> clear();

    /** Removes the counter and its expiry. */
    CompletionStage<Void> delete();
}
