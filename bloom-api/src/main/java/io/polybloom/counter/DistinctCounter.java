package io.polybloom.counter;

import java.time.Duration;
import java.util.Collection;

/**
 * Counts distinct elements in at most 12 KiB of Redis, for any number of elements, with a HyperLogLog. Unlike a filter,
 * it does not know which elements it has counted. The key is the counter's name, so any other program can read it with
 * {@code PFCOUNT NAME}, and add to it the bytes that the funnel makes of an element. This flavour blocks the calling
 * thread.
 *
 * <p>A counter is only a key. If the key does not exist, the count is 0, and the first {@link #add} creates it. So a
 * key that was evicted or deleted cannot be distinguished from a counter without elements.
 *
 * <p>Every method that talks to Redis throws an {@link io.polybloom.BloomFilterException} if it cannot answer
 * truthfully: a {@link io.polybloom.ForeignDataException} if there is a value of another type under the name, and an
 * {@link io.polybloom.BackendException} for any other failure. A write that may have reached the server is never sent
 * twice. The caller may repeat adds and merges: an element counts once, however often it is added. All commands go to
 * the primary server. With independent servers, a counter is on the server whose index is the CRC-32 of its name modulo
 * their number.
 *
 * <p>Instances are thread-safe and hold no connection of their own.
 *
 * @param <T> the type of the elements
 */
public interface DistinctCounter<T> {

    /** Returns the name, which is the key. Sends nothing. */
    String name();

    /**
     * Counts an element.
     *
     * @return true if it was definitely not counted before; false leaves the question open
     */
    boolean add(T element);

    /**
     * Counts elements, in commands of limited size. An empty collection sends nothing.
     *
     * @return true if any of them was definitely not counted before; false leaves the question open
     * @throws io.polybloom.BackendException if not all of them were confirmed; some may have been counted; the call can
     *     be repeated
     */
    boolean addAll(Collection<? extends T> elements);

    /** Estimates the number of distinct elements. */
    DistinctEstimate count();

    /**
     * Adds the elements of other counters, which do not change; a counter that does not exist has no elements. Counters
     * whose names have the same hash tag <code>{...}</code> as this one's are merged by one atomic command. Any other
     * counter is read, copied temporarily to the slot of this one, and merged from there, so it may be in another slot
     * of a cluster, or on another of several independent servers. If the call fails, some of the counters may have been
     * merged; the call can be repeated.
     *
     * @param names the names of the other counters; nothing is sent if there are none
     */
    void mergeFrom(Collection<String> names);

    /**
     * Sets the time after which the counter expires, by the server's clock. A later call replaces an earlier one. A
     * counter that does not exist is created, so that the expiry applies to it; after it has expired, an add creates a
     * counter without an expiry.
     *
     * @param timeToLive from one millisecond to 365,000 days
     * @throws IllegalArgumentException if the time is out of this range; nothing was sent
     */
    void expire(Duration timeToLive);

    /** Removes all elements from the counter. The expiry, if any, is kept. */
    void clear();

    /** Removes the counter and its expiry. */
    void delete();
}
