package io.polybloom;

import java.time.Duration;
import java.util.Collection;

/**
 * A Bloom filter in Redis, shared by every process that opens the same name; this flavour blocks the calling thread.
 *
 * <p>{@code false} from {@link #mightContain} and {@code true} from {@link #add} are definite. The opposite answers are wrong
 * with at most the filter's false-positive rate as long as it holds no more elements than its capacity. Every call asks the
 * primary server.
 *
 * <p>Every method that talks to Redis throws a {@link BloomFilterException} when it cannot answer truthfully: an error, a lost
 * key or a reconfiguration is never answered with {@code false}. Redis replicates asynchronously, so a failover or a restored
 * snapshot can forget the last writes of a key that still exists; that, and only that, cannot be noticed.
 *
 * <p>Instances are thread-safe and hold no connection of their own.
 *
 * @param <T> the type of the elements
 */
public interface BloomFilter<T> {

    /** The parameters of the filter as they are stored, as this instance last saw them. Asks nobody. */
    FilterDescription description();

    /**
     * Adds an element, atomically over all clients.
     *
     * @return true if the element was definitely not in the filter before, false if it probably was
     */
    boolean add(T element);

    /**
     * Adds elements in chunks that overlap; not atomic as a whole. Of equal elements in one call, the first may be new and the
     * others are not. An empty collection sends nothing.
     *
     * @return one answer per element in iteration order, as {@link #add} gives it
     * @throws PartialBulkException if not every element has an answer; it tells what is known of each
     */
    boolean[] addAll(Collection<? extends T> elements);

    /**
     * Asks for an element.
     *
     * @return false if the element is definitely not in the filter, true if it probably is
     */
    boolean mightContain(T element);

    /**
     * Asks for elements in chunks that overlap. An empty collection sends nothing.
     *
     * @return one answer per element in iteration order, as {@link #mightContain} gives it
     */
    boolean[] mightContainAll(Collection<? extends T> elements);

    /** Measures fill ratio, estimated count, current error rate and memory, from samples: it costs the same at any size. */
    FilterStats stats();

    /** Empties the filter for everybody by a new generation with the same parameters. An expiry stays in force. */
    void clear();

    /**
     * Lets the whole filter expire after a time from now, by this machine's clock; a later call replaces an earlier one.
     *
     * @param timeToLive from one millisecond to 365,000 days
     */
    void expire(Duration timeToLive);

    /** Removes the filter. Other clients that hold it open get {@link FilterGoneException}. */
    void delete();
}
