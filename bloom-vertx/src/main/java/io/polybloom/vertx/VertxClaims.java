package io.polybloom.vertx;

import io.vertx.core.Future;
import java.util.List;

/**
 * De-duplicates in a way that survives a crash; this flavour answers with Vert.x futures. The contracts are those of
 * {@link io.polybloom.Claims}, and those of {@link VertxBloomFilter} for futures. Settle a delivery only when the
 * future that claimed it has completed.
 *
 * @param <T> the type of the elements
 */
public interface VertxClaims<T> {

    /**
     * Adds elements whose deliveries are consecutive. An empty list sends nothing. Fails with
     * {@link io.polybloom.PartialBulkException} if not every element has an answer; then repeat the call with the same
     * deliveries.
     *
     * @param firstDelivery the delivery of the first element, from 0
     * @param elements in the order of their deliveries
     * @return one answer per element in order: true if the element was not in the filter, or if its delivery was
     *     claimed by an earlier call and is not settled
     */
    Future<boolean[]> addAll(long firstDelivery, List<? extends T> elements);

    /**
     * Adds one element.
     *
     * @param delivery from 0
     * @return true if the element was not in the filter, or if the delivery was claimed by an earlier call and is not
     *     settled
     */
    Future<Boolean> add(long delivery, T element);

    /**
     * Removes the claims of all deliveries up to and including this one. None of them may be repeated afterwards.
     * Claims of consecutive deliveries of one {@link #addAll} are removed together, up to 1,024 at a time, when the
     * last of them is settled.
     *
     * @param upTo the last delivery that has been handled, from 0
     */
    Future<Void> settle(long upTo);

    /**
     * Counts the deliveries whose claims have not been removed: those that were new, and those of calls that are in
     * progress or have failed.
     */
    Future<Long> unsettled();
}
