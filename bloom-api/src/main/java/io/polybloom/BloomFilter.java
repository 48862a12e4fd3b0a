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
 * wrong with a probability of at most the filter's false-positive rate, as long as it holds no more elements than its
 * capacity.
 *
 * <p>Answers come from the primary server unless the {@link FilterOptions} say otherwise. With a
 * {@linkplain FilterOptions#nearCache(NearCache) near cache}, elements whose bits this JVM has seen set are answered
 * without asking Redis. With {@link FilterOptions#readFromReplicas}, a replica may answer look-ups, and {@code false}
 * means that the element had not reached that replica.
 *
 * <p>Every method that talks to Redis throws a {@link BloomFilterException} when it cannot answer truthfully: an error,
 * a lost key or a reconfiguration is never answered with {@code false}. All of them can throw:
 *
 * <ul>
 *   <li>{@link BackendException}: Redis, or the connection to it, failed;
 *   <li>{@link LostDataException}: a part of the filter is gone, so no answer can be trusted;
 *   <li>{@link FilterGoneException}: the filter was deleted or has expired;
 *   <li>{@link SpecMismatchException}: another client has deleted the filter and created it again with other
 *       parameters;
 *   <li>{@link ForeignDataException}: a key of the filter holds a value that Polybloom did not write.
 * </ul>
 *
 * <p>Redis replicates asynchronously, so a failover or a restored snapshot can lose the most recent writes to a key
 * that still exists. No client can detect that afterwards. With {@link FilterOptions#acknowledgedBy}, a call fails if
 * the replicas do not have its writes in time. The section "What remains unprotected" of {@code docs/why.md} has the
 * complete list of such cases.
 *
 * <p>If the calling thread is interrupted, nothing more is sent, and the call fails with
 * {@link BackendException.Reason#INTERRUPTED}; {@link BackendException#mayHaveBeenApplied} says whether its writes may
 * have been applied. Whether the call first waits for the replies to what was sent depends on the client. Jedis waits,
 * within its timeouts, but not in virtual threads; if nothing more is to be sent after that, the call returns its
 * answer. The interrupt flag stays set.
 *
 * <p>Calls of {@link #add} and {@link #mightContain} that are made while others on the same instance are in progress
 * may be sent together. Each gets its own answer or its own exception. If 65,536 others are already waiting, a call
 * fails with {@link BackendException.Reason#TOO_MANY_WAITING}, and nothing is sent for it.
 *
 * <p>Instances are thread-safe and hold no connection of their own.
 *
 * @param <T> the type of the elements
 */
public interface BloomFilter<T> {

    /** Returns the stored parameters of the filter as this instance last saw them. Sends nothing. */
    FilterDescription description();

    /**
     * Adds an element, atomically across all clients.
     *
     * @return true if the element was definitely not in the filter before, false if it probably was
     * @throws OverCapacityException if the filter is full and its policy is {@link OverCapacity#REJECT}; the element
     *     was not added
     */
    boolean add(T element);

    /**
     * Adds elements in chunks, several of which may be in flight at once. Each add is atomic, but the call as a whole
     * is not. Of equal elements in one call, only the first can be new. An empty collection sends nothing.
     *
     * @return one answer per element in iteration order, as {@link #add} gives it
     * @throws PartialBulkException if not every element has an answer, because of a failure or because the filter is
     *     full and rejects new elements, or if the filter was found to be lost or replaced; the exception has the
     *     outcome of each element
     */
    boolean[] addAll(Collection<? extends T> elements);

    /**
     * Adds any number of elements, many times as fast as {@link #addAll}, without telling which of them are new. Their
     * bits are collected in memory, at most {@link FilterOptions#loadMemory(long)} bytes at a time, and merged into
     * each partition by one atomic command: other clients may add meanwhile, and their elements are never lost. When
     * the call returns, all elements are in the filter; before that, some may be. A window remembers an element from
     * the time at which it is merged: if the window is shorter than the call, the first elements may be forgotten when
     * the call returns.
     *
     * <p>If the call fails, some of the elements may be in the filter. Call it again with all of them: adding an
     * element twice does no harm. If the filter is cleared, deleted or lost meanwhile, the call fails, provided that
     * the layout can detect it. A filter that rejects or grows is loaded in rounds: each uses half of the estimated
     * room that is left, and the last 1/16 of a layer is filled as by {@link #addAll}. Several loads at the same time
     * may therefore exceed the capacity by a part of that room. In a filter that has grown, elements of older layers
     * also take room in the newest one.
     *
     * @param elements read once, in the calling thread; nothing is sent if there are none
     * @param progress receives the number of elements read so far, every few thousand elements, in the calling thread
     * @return the number of elements read, equal ones included
     * @throws OverCapacityException if the filter rejects new elements and has no room for the rest; elements that were
     *     read before may be in it
     * @throws UnsupportedFilterException if the filter counts its elements
     */
    long load(Iterable<? extends T> elements, LongConsumer progress);

    /** Adds the elements of a stream as {@link #load(Iterable, LongConsumer)} does. The stream is not closed. */
    default long load(Stream<? extends T> elements, LongConsumer progress) {
        return load(elements.map(Function.<T>identity())::iterator, progress);
    }

    /**
     * Looks up an element.
     *
     * @return false if the element is definitely not in the filter, true if it probably is
     */
    boolean mightContain(T element);

    /**
     * Looks up elements in chunks, several of which may be in flight at once. An empty collection sends nothing.
     *
     * @return one answer per element in iteration order, as {@link #mightContain} gives it
     */
    boolean[] mightContainAll(Collection<? extends T> elements);

    /**
     * Opens the claims of a writer, which let a consumer crash and restart without losing an element. Sends nothing.
     *
     * @param writer a name that only one consumer uses at a time, such as a topic and its partition: 1 to 256 letters,
     *     digits and {@code . _ / @ + -}
     * @throws IllegalArgumentException if the name is not of this form
     * @throws UnsupportedFilterException if the filter has a layout of another system, or counts its elements
     */
    Claims<T> claims(String writer);

    /**
     * Measures fill ratio, estimated count, current error rate and memory. Large filters are sampled, so the cost does
     * not grow with the filter.
     */
    FilterStats stats();

    /**
     * Empties the filter for all clients, which then use a new generation with the same parameters. The expiry, if any,
     * is kept. Meanwhile, calls of other threads and clients go on: each meets the filter as it was before, or empty.
     *
     * @throws UnsupportedFilterException if the filter was made with {@code BF.RESERVE}, whose rate the server does not
     *     report
     */
    void clear();

    /**
     * Sets the time after which the whole filter expires, from now by this machine's clock. A later call replaces an
     * earlier one.
     *
     * @param timeToLive from one millisecond to 365,000 days
     * @throws IllegalArgumentException if the time is out of this range; nothing was sent
     */
    void expire(Duration timeToLive);

    /**
     * Sets the instant at which the whole filter expires, by the servers' clocks. A later call replaces an earlier one.
     *
     * @param instant from one millisecond to 365,000 days from now, by this machine's clock; truncated to milliseconds
     * @throws IllegalArgumentException if the instant is out of this range; nothing was sent
     */
    void expireAt(Instant instant);

    /**
     * Removes the expiry that {@link #expire} or {@link #expireAt} has set: the filter lives until it is deleted. Has
     * no effect on a filter without an expiry.
     */
    void persist();

    /** Removes the filter. Other clients that hold it open get {@link FilterGoneException}. */
    void delete();
}
