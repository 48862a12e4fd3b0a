package io.polybloom;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.stream.Stream;

/**
 * A Bloom filter in Redis, shared by every process that opens the same name; this flavour blocks the calling thread.
 *
 * <p>{@code false} from {@link #mightContain} and {@code true} from {@link #add} are definite. The opposite answers are
 * wrong with at most the filter's false-positive rate as long as it holds no more elements than its capacity. Every
 * call asks the primary server.
 *
 * <p>Every method that talks to Redis throws a {@link BloomFilterException} when it cannot answer truthfully: an error,
 * a lost key or a reconfiguration is never answered with {@code false}. Redis replicates asynchronously, so a failover
 * or a restored snapshot can forget the last writes of a key that still exists; that, and only that, cannot be noticed.
 *
 * <p>A call ends soon after its thread was interrupted: nothing more is sent, the answers to the commands that were
 * sent are awaited within the client's timeouts, and the call fails with {@link BackendException.Reason#INTERRUPTED}.
 * The interrupt flag stays set.
 *
 * <p>Calls of {@link #add} and {@link #mightContain} that are made while others of the same instance are under way may
 * travel together; each gets its own answer or its own exception. One that would wait behind 65,536 others fails with
 * {@link BackendException.Reason#TOO_MANY_WAITING}; nothing was sent for it.
 *
 * <p>Instances are thread-safe and hold no connection of their own.
 *
 * @param <T> the type of the elements
 */
public interface BloomFilter<T> {

    /** Returns the stored parameters of the filter as this instance last saw them. Sends nothing. */
    FilterDescription description();

    /**
     * Adds an element, atomically over all clients.
     *
     * @return true if the element was definitely not in the filter before, false if it probably was
     */
    boolean add(T element);

    /**
     * Adds elements in chunks that overlap; not atomic as a whole. Of equal elements in one call, the first may be new
     * and the others are not. An empty collection sends nothing.
     *
     * @return one answer per element in iteration order, as {@link #add} gives it
     * @throws PartialBulkException if not every element has an answer, or the filter was found to be lost or replaced;
     *     it tells what is known of each element
     */
    boolean[] addAll(Collection<? extends T> elements);

    /**
     * Adds any number of elements, many times as fast as {@link #addAll}, without telling which of them are new. Their
     * bits are collected in memory, at most {@link FilterSpecBuilder#loadMemory} bytes at a time, and merged into each
     * partition by one atomic command: other clients may add meanwhile, and their elements are never lost. When the
     * call returns, all elements are in the filter; before that, some may be.
     *
     * <p>If the call fails, some of the elements may be in the filter; call it again with all of them: none is added
     * twice. If the filter is cleared, deleted or lost meanwhile, the call fails, provided that the layout can tell. A
     * filter that rejects or grows is loaded in rounds: each takes half of the room that is left by estimate, and the
     * last 1/16 of a layer is filled as by {@link #addAll}. Several loads at the same time may therefore exceed the
     * capacity by a part of that room. In a filter that has grown, elements of older layers take room in the newest
     * one, too.
     *
     * @param elements read once, in this thread, as fast as they come; nothing is sent if there are none
     * @param progress takes the number of elements read so far, every few thousand elements, in this thread
     * @return the number of elements read, equal ones included
     * @throws OverCapacityException if the filter rejects and has no room for the rest; elements read before may be in
     *     it
     */
    long load(Iterable<? extends T> elements, LongConsumer progress);

    /** Adds the elements of a stream as {@link #load(Iterable, LongConsumer)} does. The stream is not closed. */
    default long load(Stream<? extends T> elements, LongConsumer progress) {
        return load(elements.map(Function.<T>identity())::iterator, progress);
    }

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

    /**
     * Opens the claims of a writer, by which a consumer that crashes and starts again de-duplicates without losing
     * anything. Sends nothing.
     *
     * @param writer the name of one consumer at a time, such as topic and partition: 1 to 256 letters, digits and
     *     {@code . _ / @ + -}
     * @throws IllegalArgumentException if the name is none of a writer
     * @throws UnsupportedFilterException if the filter has a layout of another system
     */
    Claims<T> claims(String writer);

    /**
     * Measures fill ratio, estimated count, current error rate and memory, from samples: the cost does not grow with
     * the filter.
     */
    FilterStats stats();

    /** Empties the filter for all clients by a new generation with the same parameters. An expiry stays in force. */
    void clear();

    /**
     * Lets the whole filter expire after a time, counted from now by this machine's clock. A later call replaces an
     * earlier one.
     *
     * @param timeToLive from one millisecond to 365,000 days
     * @throws IllegalArgumentException if the time is out of this range; nothing was sent
     */
    void expire(Duration timeToLive);

    /**
     * Lets the whole filter expire at an instant, by the servers' clocks. A later call replaces an earlier one.
     *
     * @param instant from one millisecond to 365,000 days from now, by this machine's clock; truncated to milliseconds
     * @throws IllegalArgumentException if the instant is out of this range; nothing was sent
     */
    void expireAt(Instant instant);

    /**
     * Removes the expiry that {@link #expire} or {@link #expireAt} has set: the filter lives until it is deleted. A
     * filter without an expiry stays as it is.
     */
    void persist();

    /** Removes the filter. Other clients that hold it open get {@link FilterGoneException}. */
    void delete();
}
