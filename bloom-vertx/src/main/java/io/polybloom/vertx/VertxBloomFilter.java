package io.polybloom.vertx;

import io.polybloom.FilterDescription;
import io.polybloom.FilterStats;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.stream.Stream;

/**
 * A Bloom filter in Redis, shared by every process that opens the same name; this flavour answers with Vert.x futures
 * and never blocks.
 *
 * <p>{@code false} from {@link #mightContain} and {@code true} from {@link #add} are definite. The opposite answers are
 * wrong with at most the filter's false-positive rate as long as it holds no more elements than its capacity. Answers
 * come from the primary server unless the filter was opened with a near cache or to read from replicas. The contract is
 * that of {@link io.polybloom.BloomFilter}.
 *
 * <p>If there is no truthful answer, the future fails with the {@link io.polybloom.BloomFilterException} that
 * {@link io.polybloom.BloomFilter} would throw: an error, a lost key or a reconfiguration is never answered with
 * {@code false}. Exceptions about arguments also fail the future.
 *
 * <p>Handlers of the futures run on the context of the caller, whenever they are attached; a caller without a context
 * gets one of the client's Vert.x, as from the client itself. The funnel runs in the calling thread, for all elements
 * of a bulk operation before the method returns; only {@link #load} also reads elements and runs the funnel on that
 * context, where they must not block. The time to an answer is bounded only by the client's options; see
 * {@link VertxBloom}.
 *
 * <p>Instances are thread-safe and hold no connection of their own.
 *
 * @param <T> the type of the elements
 */
public interface VertxBloomFilter<T> {

    /** Returns the stored parameters of the filter as this instance last saw them. Sends nothing. */
    FilterDescription description();

    /**
     * Adds an element, atomically across all clients. Fails with {@link io.polybloom.OverCapacityException} if the
     * filter is full and rejects new elements; a new element was not added then.
     *
     * @return true if the element was definitely not in the filter before, false if it probably was
     */
    Future<Boolean> add(T element);

    /**
     * Adds elements in chunks that overlap. Each add is atomic, but the call as a whole is not. Of equal elements in
     * one call, only the first can be new. An empty collection sends nothing. Fails with
     * {@link io.polybloom.PartialBulkException} if not every element has an answer, or the filter was found to be lost
     * or replaced; the exception has the outcome of each element.
     *
     * @return one answer per element in iteration order, as {@link #add} gives it
     */
    Future<boolean[]> addAll(Collection<? extends T> elements);

    /**
     * Adds any number of elements, many times as fast as {@link #addAll}, without telling which of them are new.
     * Contract and limits are those of {@link io.polybloom.BloomFilter#load(Iterable, LongConsumer)}.
     *
     * @param elements read once, a few thousand at a time, on the context of the caller. Reading and hashing them takes
     *     CPU time: other work of an event loop gets its turn every few milliseconds, but a worker context is the
     *     better place. Use a blocking iterator only on a worker context
     * @param progress receives the number of elements read so far, on the same context
     * @return the number of elements read, equal ones included
     */
    Future<Long> load(Iterable<? extends T> elements, LongConsumer progress);

    /** Adds the elements of a stream as {@link #load(Iterable, LongConsumer)} does. The stream is not closed. */
    default Future<Long> load(Stream<? extends T> elements, LongConsumer progress) {
        return load(elements.map(Function.<T>identity())::iterator, progress);
    }

    /**
     * Looks up an element.
     *
     * @return false if the element is definitely not in the filter, true if it probably is
     */
    Future<Boolean> mightContain(T element);

    /**
     * Looks up elements in chunks that overlap. An empty collection sends nothing.
     *
     * @return one answer per element in iteration order, as {@link #mightContain} gives it
     */
    Future<boolean[]> mightContainAll(Collection<? extends T> elements);

    /**
     * Opens the claims of a writer, with which a consumer can crash and restart without losing an element. Sends
     * nothing.
     *
     * @param writer the name of one consumer at a time, such as topic and partition: 1 to 256 letters, digits and
     *     {@code . _ / @ + -}
     * @throws IllegalArgumentException if the name is not of this form
     * @throws io.polybloom.UnsupportedFilterException if the filter has a layout of another system, or counts its
     *     elements
     */
    VertxClaims<T> claims(String writer);

    /**
     * Measures fill ratio, estimated count, current error rate and memory. Large filters are sampled, so the cost does
     * not grow with the filter.
     */
    Future<FilterStats> stats();

    /**
     * Empties the filter for all clients, which then use a new generation with the same parameters. An expiry stays in
     * force. Meanwhile, other calls go on: each meets the filter as it was before, or empty.
     */
    Future<Void> clear();

    /**
     * Sets the time after which the whole filter expires, counted from now by this machine's clock. A later call
     * replaces an earlier one. Fails with {@link IllegalArgumentException} if the time is out of its range; nothing was
     * sent then.
     *
     * @param timeToLive from one millisecond to 365,000 days
     */
    Future<Void> expire(Duration timeToLive);

    /**
     * Sets the instant at which the whole filter expires, by the servers' clocks. A later call replaces an earlier one.
     * Fails with {@link IllegalArgumentException} if the instant is out of its range; nothing was sent then.
     *
     * @param instant from one millisecond to 365,000 days from now, by this machine's clock; truncated to milliseconds
     */
    Future<Void> expireAt(Instant instant);

    /**
     * Removes the expiry that {@link #expire} or {@link #expireAt} has set: the filter lives until it is deleted. A
     * filter without an expiry stays as it is.
     */
    Future<Void> persist();

    /** Removes the filter. Other clients that hold it open get {@link io.polybloom.FilterGoneException}. */
    Future<Void> delete();
}
