package io.polybloom.vertx;

import io.polybloom.counter.DistinctEstimate;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.Collection;

/**
 * Counts distinct elements with a HyperLogLog in Redis; this flavour answers with Vert.x futures. The contracts are
 * those of {@link io.polybloom.counter.DistinctCounter}. Every failure fails the future, and handlers run on the
 * context of the caller, as {@link VertxBloomFilter} describes. Elements are turned into bytes before a method returns.
 *
 * @param <T> the type of the elements
 */
public interface VertxDistinctCounter<T> {

    /** Returns the name, which is the key. Sends nothing. */
    String name();

    /**
     * Counts an element.
     *
     * @return true if it was definitely not counted before; false means nothing
     */
    Future<Boolean> add(T element);

    /**
     * Counts elements, in commands of limited size. An empty collection sends nothing. If the call fails, some elements
     * may have been counted; the call can be repeated.
     *
     * @return true if any of them was definitely not counted before; false means nothing
     */
    Future<Boolean> addAll(Collection<? extends T> elements);

    /** Estimates the number of distinct elements. */
    Future<DistinctEstimate> count();

    /**
     * Adds the elements of other counters, which do not change; a counter that does not exist has no elements. Counters
     * whose names have the same hash tag <code>{...}</code> as this one's are merged by one atomic command. Any other
     * counter is read, copied to the slot of this counter for a moment, and merged from there, so it may be in another
     * slot of a cluster or on another of several independent servers. If the call fails, some counters may have been
     * merged; the call can be repeated.
     *
     * @param names the names of the other counters; nothing is sent if there are none
     */
    Future<Void> mergeFrom(Collection<String> names);

    /**
     * Sets the time after which the counter expires, by the server's clock. A later call replaces an earlier one. A
     * counter that does not exist is created, so that the expiry holds for it; after it has expired, an add creates a
     * counter without an expiry.
     *
     * @param timeToLive from one millisecond to 365,000 days; the future fails with an {@link IllegalArgumentException}
     *     if it is out of this range
     */
    Future<Void> expire(Duration timeToLive);

    /** Removes all elements from the counter. The expiry, if any, is kept. */
    Future<Void> clear();

    /** Removes the counter and its expiry. */
    Future<Void> delete();
}
