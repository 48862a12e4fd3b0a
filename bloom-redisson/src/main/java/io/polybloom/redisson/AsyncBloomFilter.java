package io.polybloom.redisson;

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
 * <p>No method waits for Redis. Complaints about arguments ({@link IllegalArgumentException},
 * {@link NullPointerException}) are thrown at once; a {@link io.polybloom.BloomFilterException} fails the returned stage,
 * unwrapped. Cancelling the future of a stage keeps what has not been sent from being sent; what was sent stays in force.
 * Continuations run on Redisson's threads unless they are given an executor, and must not block there. The collection of a
 * bulk operation is copied before the method returns.
 *
 * <p>Instances are thread-safe and hold no connection of their own.
 *
 * @param <T> the type of the elements; the funnel may be called on Redisson's threads
 */
public interface AsyncBloomFilter<T> {

    /** The parameters of the filter as they are stored, as this instance last saw them. Asks nobody. */
    FilterDescription description();

    /**
     * Adds an element, atomically over all clients.
     *
     * @return true if the element was definitely not in the filter before, false if it probably was
     */
    CompletionStage<Boolean> add(T element);

    /**
     * Adds elements in chunks that overlap; not atomic as a whole. Of equal elements in one call, the first may be new and the
     * others are not. An empty collection sends nothing. Fails with {@link PartialBulkException} if not every element has an
     * answer; it tells what is known of each.
     *
     * @return one answer per element in iteration order, as {@link #add} gives it
     */
    CompletionStage<boolean[]> addAll(Collection<? extends T> elements);

    /**
     * Adds any number of elements, many times as fast as {@link #addAll}, without telling which of them are new. Contract and limits
     * are those of {@link io.polybloom.BloomFilter#load(Iterable, LongConsumer)}.
     *
     * @param elements read once, a few thousand in the calling thread and the rest on Redisson's threads, so they must not block:
     *     read what blocks with the blocking flavour
     * @param progress is told how many elements were read so far, where they are read
     * @return how many elements were read, equal ones included
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

    /** Measures fill ratio, estimated count, current error rate and memory, from samples: it costs the same at any size. */
    CompletionStage<FilterStats> stats();

    /** Empties the filter for everybody by a new generation with the same parameters. An expiry stays in force. */
    CompletionStage<Void> clear();

    /**
     * Lets the whole filter expire after a time from now, by this machine's clock; a later call replaces an earlier one.
     *
     * @param timeToLive from one millisecond to 365,000 days
     */
    CompletionStage<Void> expire(Duration timeToLive);

    /**
     * Lets the whole filter expire at an instant, by the servers' clocks; a later call replaces an earlier one.
     *
     * @param instant from one millisecond to 365,000 days from now, by this machine's clock; what is finer than a
     *     millisecond is cut off
     * @throws IllegalArgumentException if it has passed or lies further ahead; nothing was changed
     */
    CompletionStage<Void> expireAt(Instant instant);

    /**
     * Lets the filter live until it is deleted: takes back {@link #expire} and {@link #expireAt}. A filter that is
     * not to expire stays as it is.
     */
    CompletionStage<Void> persist();

    /** Removes the filter. Other clients that hold it open get {@link io.polybloom.FilterGoneException}. */
    CompletionStage<Void> delete();
}
