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
 * {@link CompletionStage}. The contracts and the exceptions are those of {@link io.polybloom.BloomFilter}.
 *
 * <p>No method waits for Redis. Invalid arguments are refused at once ({@link IllegalArgumentException},
 * {@link NullPointerException}); any other exception, such as a {@link io.polybloom.BloomFilterException}, fails the
 * returned stage and is not wrapped. Once the future of a stage is cancelled, no further commands are sent; those that
 * were sent keep their effect. Continuations run on the client's threads unless they are given an executor, and must
 * not block there. The elements of a bulk operation are turned into bytes before the method returns.
 *
 * <p>Instances are thread-safe and hold no connection of their own.
 *
 * @param <T> the type of the elements; {@link #load} may call the funnel on the client's threads
 */
public interface AsyncBloomFilter<T> {

    /** Returns the stored parameters of the filter as this instance last saw them. Sends nothing. */
    FilterDescription description();

    /**
     * Adds an element, atomically across all clients. Fails with {@link io.polybloom.OverCapacityException} if the
     * filter is full and rejects new elements; then the element was not added.
     *
     * @return true if the element was definitely not in the filter before, false if it probably was
     */
    CompletionStage<Boolean> add(T element);

    /**
     * Adds elements in chunks, several of which may be in flight at once. Each add is atomic, but the call as a whole
     * is not. Of equal elements in one call, only the first can be new. An empty collection sends nothing. Fails with
     * {@link PartialBulkException} if not every element has an answer, or the filter was found to be lost or replaced;
     * the exception has the outcome of each element.
     *
     * @return one answer per element in iteration order, as {@link #add} gives it
     */
    CompletionStage<boolean[]> addAll(Collection<? extends T> elements);

    /**
     * Adds any number of elements, many times as fast as {@link #addAll}, without telling which of them are new.
     * Contract and limits are those of {@link io.polybloom.BloomFilter#load(Iterable, LongConsumer)}.
     *
     * @param elements read once, a few thousand in the calling thread and the rest on the client's threads, so the
     *     iterator must not block: use the blocking flavour for a source that blocks
     * @param progress receives the number of elements read so far, in the thread that reads them
     * @return the number of elements read, equal ones included
     */
    CompletionStage<Long> load(Iterable<? extends T> elements, LongConsumer progress);

    /** Adds the elements of a stream as {@link #load(Iterable, LongConsumer)} does. The stream is not closed. */
    default CompletionStage<Long> load(Stream<? extends T> elements, LongConsumer progress) {
        return load(elements.map(Function.<T>identity())::iterator, progress);
    }

    /**
     * Looks up an element.
     *
     * @return false if the element is definitely not in the filter, true if it probably is
     */
    CompletionStage<Boolean> mightContain(T element);

    /**
     * Looks up elements in chunks, several of which may be in flight at once. An empty collection sends nothing.
     *
     * @return one answer per element in iteration order, as {@link #mightContain} gives it
     */
    CompletionStage<boolean[]> mightContainAll(Collection<? extends T> elements);

    /**
     * Opens the claims of a writer, which let a consumer crash and restart without losing an element. Sends nothing.
     *
     * @param writer a name that only one consumer uses at a time, such as a topic and its partition: 1 to 256 letters,
     *     digits and {@code . _ / @ + -}
     * @throws IllegalArgumentException if the name is not of this form
     * @throws io.polybloom.UnsupportedFilterException if the filter has a layout of another system, or counts its
     *     elements
     */
    AsyncClaims<T> claims(String writer);

    /**
     * Measures fill ratio, estimated count, current error rate and memory. Large filters are sampled, so the cost does
     * not grow with the filter.
     */
    CompletionStage<FilterStats> stats();

    /**
     * Empties the filter for all clients, which then use a new generation with the same parameters. The expiry, if any,
     * is kept. Meanwhile, other calls go on: each meets the filter as it was before, or empty.
     */
    CompletionStage<Void> clear();

    /**
     * Sets the time after which the whole filter expires, from now by this machine's clock. A later call replaces an
     * earlier one.
     *
     * @param timeToLive from one millisecond to 365,000 days
     * @throws IllegalArgumentException if the time is out of this range; nothing was sent
     */
    CompletionStage<Void> expire(Duration timeToLive);

    /**
     * Sets the instant at which the whole filter expires, by the servers' clocks. A later call replaces an earlier one.
     *
     * @param instant from one millisecond to 365,000 days from now, by this machine's clock; truncated to milliseconds
     * @throws IllegalArgumentException if the instant is out of this range; nothing was sent
     */
    CompletionStage<Void> expireAt(Instant instant);

    /**
     * Removes the expiry that {@link #expire} or {@link #expireAt} has set: the filter lives until it is deleted. Has
     * no effect on a filter without an expiry.
     */
    CompletionStage<Void> persist();

    /** Removes the filter. Other clients that hold it open get {@link io.polybloom.FilterGoneException}. */
    CompletionStage<Void> delete();
}
