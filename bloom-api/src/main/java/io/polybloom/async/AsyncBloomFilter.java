package io.polybloom.async;

import io.polybloom.FilterDescription;
import io.polybloom.FilterStats;
import io.polybloom.PartialBulkException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.stream.Stream;

/**
 * A Bloom filter in Redis, shared by every process that opens the same name; this flavour answers with
 * {@link CompletionStage}. The contracts are those of {@link io.polybloom.BloomFilter}.
 *
 * <p>No method waits for Redis. Wrong arguments are refused at once ({@link IllegalArgumentException},
 * {@link NullPointerException}); a {@link io.polybloom.BloomFilterException} fails the returned stage, unwrapped. Once
 * the future of a stage is cancelled, no further commands are sent; those that were sent keep their effect.
 * Continuations run on the client's threads unless they are given an executor, and must not block there. The elements
 * of a bulk operation are turned into bytes before the method returns.
 *
 * <p>Instances are thread-safe and hold no connection of their own.
 *
 * @param <T> the type of the elements; {@link #load} may call the funnel on the client's threads
 */
public interface AsyncBloomFilter<T> {

    /** Returns the stored parameters of the filter as this instance last saw them. Sends nothing. */
    FilterDescription description();

    /**
     * Adds an element, atomically over all clients.
     *
     * @return true if the element was definitely not in the filter before, false if it probably was
     */
    CompletionStage<Boolean> add(T element);

    /**
     * Adds elements in chunks that overlap; not atomic as a whole. Of equal elements in one call, the first may be new
     * and the others are not. An empty collection sends nothing. Fails with {@link PartialBulkException} if not every
     * element has an answer, or the filter was found to be lost or replaced; it tells what is known of each element.
     *
     * @return one answer per element in iteration order, as {@link #add} gives it
     */
    CompletionStage<boolean[]> addAll(Collection<? extends T> elements);

    /**
     * Adds any number of elements, many times as fast as {@link #addAll}, without telling which of them are new.
     * Contract and limits are those of {@link io.polybloom.BloomFilter#load(Iterable, LongConsumer)}.
     *
     * @param elements read once, a few thousand in the calling thread and the rest on the client's threads, so they
     *     must not block: use the blocking flavour for a source that blocks
     * @param progress takes the number of elements read so far, in the thread that reads them
     * @return the number of elements read, equal ones included
     */
    CompletionStage<Long> load(Iterable<? extends T> elements, LongConsumer progress);

    /** Adds the elements of a stream as {@link #load(Iterable, LongConsumer)} does. The stream is not closed. */
    default CompletionStage<Long> load(Stream<? extends T> elements, LongConsumer progress) {
        return load(elements.map(Function.<T>identity())::iterator, progress);
    }

    /**
     * Asks for an element.
     *
     * @return false if the element is definitely not in the filter, true if it probably is
     */
    CompletionStage<Boolean> mightContain(T element);

    /**
     * Asks for elements in chunks that overlap. An empty collection sends nothing.
     *
     * @return one answer per element in iteration order, as {@link #mightContain} gives it
     */
    CompletionStage<boolean[]> mightContainAll(Collection<? extends T> elements);

    /**
     * Opens the claims of a writer, by which a consumer that crashes and starts again de-duplicates without losing
     * anything. Sends nothing.
     *
     * @param writer the name of one consumer at a time, such as topic and partition: 1 to 256 letters, digits and
     *     {@code . _ / @ + -}
     * @throws IllegalArgumentException if the name is none of a writer
     * @throws io.polybloom.UnsupportedFilterException if the filter has a layout of another system
     */
    AsyncClaims<T> claims(String writer);

    /**
     * Measures fill ratio, estimated count, current error rate and memory, from samples: the cost does not grow with
     * the filter.
     */
    CompletionStage<FilterStats> stats();

    /** Empties the filter for all clients by a new generation with the same parameters. An expiry stays in force. */
    CompletionStage<Void> clear();

    /**
     * Lets the whole filter expire after a time, counted from now by this machine's clock. A later call replaces an
     * earlier one.
     *
     * @param timeToLive from one millisecond to 365,000 days
     * @throws IllegalArgumentException if the time is out of this range; nothing was sent
     */
    CompletionStage<Void> expire(Duration timeToLive);

    /**
     * Lets the whole filter expire at an instant, by the servers' clocks. A later call replaces an earlier one.
     *
     * @param instant from one millisecond to 365,000 days from now, by this machine's clock; truncated to milliseconds
     * @throws IllegalArgumentException if the instant is out of this range; nothing was sent
     */
    CompletionStage<Void> expireAt(Instant instant);

    /**
     * Removes the expiry that {@link #expire} or {@link #expireAt} has set: the filter lives until it is deleted. A
     * filter without an expiry stays as it is.
     */
    CompletionStage<Void> persist();

    /** Removes the filter. Other clients that hold it open get {@link io.polybloom.FilterGoneException}. */
    CompletionStage<Void> delete();
}
