package io.polybloom;

import java.util.List;

/**
 * De-duplicates in a way that survives a crash: adds elements together with the <em>deliveries</em> that bring them,
 * and gives a repeated delivery its first answer again. A delivery is a number by which the source identifies an
 * element, such as the offset of a Kafka record, a line number, or the position of an element in a numbered batch.
 *
 * <p>A consumer that adds, crashes before its work is done and restarts gets the same deliveries once more. With
 * {@link BloomFilter#add} it would be told that their elements have been seen, and the work would be lost. With claims
 * the answer is {@code true} again, until the delivery is {@linkplain #settle settled}:
 *
 * <pre>{@code
 * boolean[] fresh = claims.addAll(offset, events);  // 1. claims and adds
 * process(events, fresh);                           // 2. may be repeated after a crash
 * consumer.commitSync();                            // 3. after this, the events are not delivered again
 * claims.settle(offset + events.size() - 1);        // 4. removes the claims
 * }</pre>
 *
 * <p>After a crash, an element may be reported as new again although it was processed before; this can happen only for
 * deliveries that were not settled. An element is never reported as present merely because of a call whose answer was
 * lost. If the key of the claims is lost, calls throw a {@link LostDataException}. Clearing the filter also removes the
 * claims; a copy of the filter has no claims.
 *
 * <p>A writer must have one owner at a time, such as the consumer of one partition of a topic. If a former owner still
 * writes, elements may be reported as new more than once, but none is lost. A delivery must bring the same element
 * every time. The deliveries of a writer may arrive in any order, but those of one call must be consecutive. Use few
 * writers, and keep their names: each has a key in Redis until the filter is cleared or deleted.
 *
 * <p>In a filter with a window, a delivery whose element was new is reported as new again until it is settled, even
 * after the window of the element has ended. A delivery whose element was present is reported as present again only
 * while the filter remembers the element. The window of an element begins when it is added, shortly before the call
 * ends.
 *
 * <p>Instances are thread-safe. A call takes one round trip more than {@link BloomFilter#addAll} if all elements are
 * new, two if none is, and three otherwise; the first call of a writer takes a few more.
 *
 * @param <T> the type of the elements
 */
public interface Claims<T> {

    /**
     * Adds elements whose deliveries are consecutive. An empty list sends nothing.
     *
     * @param firstDelivery the delivery of the first element, from 0
     * @param elements in the order of their deliveries
     * @return one answer per element in order: true if the element was not in the filter, or if its delivery was
     *     claimed by an earlier call and is not settled
     * @throws PartialBulkException if not every element has an answer; repeat the call with the same deliveries: those
     *     that were NEW are new again, and those that were UNKNOWN are new if they were not in the filter before
     * @throws IllegalArgumentException if a delivery is negative or would exceed {@link Long#MAX_VALUE}
     */
    boolean[] addAll(long firstDelivery, List<? extends T> elements);

    /**
     * Adds one element.
     *
     * @param delivery from 0
     * @return true if the element was not in the filter, or if the delivery was claimed by an earlier call and is not
     *     settled
     * @throws IllegalArgumentException if the delivery is negative
     */
    boolean add(long delivery, T element);

    /**
     * Removes the claims of all deliveries up to and including this one. None of them may be repeated afterwards: call
     * this only when their elements have been processed and the source has committed them. Claims of consecutive
     * deliveries of one {@link #addAll} are removed together, up to 1,024 at a time, when the last of them is settled.
     *
     * @param upTo the highest delivery that is done, from 0
     * @throws IllegalArgumentException if the delivery is negative
     */
    void settle(long upTo);

    /**
     * Counts the deliveries whose claims have not been removed: those that were new, and those of calls that are in
     * progress or have failed.
     */
    long unsettled();
}
