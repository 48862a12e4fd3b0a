package io.polybloom;

import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Claims the deliveries of one writer that are processed one by one, and settles them in order, for consumers that
 * finish deliveries out of order: because several threads process them, or because one has failed and will be delivered
 * again.
 *
 * <pre>{@code
 * if (deliveries.add(offset, event)) {  // claims and adds
 *     process(event);                   // if this fails, the delivery stays open and is new again
 * }
 * deliveries.done(offset);              // settles the claims below the oldest delivery that is open
 * }</pre>
 *
 * <p>A delivery is <em>open</em> from its {@link #add} until {@link #done}, unless it was a duplicate. Nothing at or
 * above the oldest open delivery is settled. So an event is processed again after a crash only if its delivery was
 * open, or was done but not yet settled: above an open one, or one of the last {@code settleEvery - 1}. None is lost,
 * provided that
 *
 * <ul>
 *   <li>whatever {@code process} does survives a crash by the time {@code done} is called, and is not undone if the
 *       source is not told;
 *   <li>the source redelivers everything that was not acknowledged to it, after a restart in the order of the numbers,
 *       oldest first; and {@code add} is called in this order. Only processing may overtake.
 * </ul>
 *
 * <p>A delivery that fails and is never repeated here stays open, and so nothing above it is settled before a restart;
 * its claims take memory in Redis. {@link #open} counts the open deliveries. If the source assigns the writer to
 * another process, call {@link ByWriter#forget}.
 *
 * <p>Instances are thread-safe; use one for each {@linkplain BloomFilter#claims writer}, as {@link ByWriter} does.
 * While claims are being settled, further calls on the same instance wait.
 *
 * @param <T> the type of the elements
 */
public final class ClaimedDeliveries<T> {

    private final Claims<T> claims;
    private final int settleEvery;
    private final ReentrantLock lock = new ReentrantLock();
    private final TreeSet<Long> open = new TreeSet<>();

    private boolean hasClaimed;
    private long highestDone = -1;
    /** Up to here there is nothing to settle: that was done, or is below what this instance has claimed. */
    private long settled = -1;

    /**
     * Wraps the claims of a writer.
     *
     * @param claims of one writer
     * @param settleEvery settle once completed deliveries are this many ahead of the settled ones, at least 1. A larger
     *     number costs fewer commands, and repeats more after a crash
     * @throws IllegalArgumentException if the number is less than 1
     */
    public ClaimedDeliveries(Claims<T> claims, int settleEvery) {
        if (settleEvery < 1) {
            throw new IllegalArgumentException("Settles every " + settleEvery + " deliveries; at least 1 is possible");
        }
        this.claims = claims;
        this.settleEvery = settleEvery;
    }

    /**
     * Claims a delivery and adds its element.
     *
     * @param delivery from 0
     * @return true if the element is to be processed, and {@link #done} to be called then; false if it is a duplicate
     * @throws BloomFilterException as {@link Claims#add} does. The delivery stays open: have it delivered again
     * @throws IllegalArgumentException if the delivery is negative
     */
    public boolean add(long delivery, T element) {
        if (delivery < 0) {
            throw new IllegalArgumentException("Delivery " + delivery + " is negative");
        }
        lock.lock();
        try {
            if (!hasClaimed) {
                hasClaimed = true;
                settled = delivery - 1;
            }
            open.add(delivery); // before it is claimed: a claim of an open delivery is not settled
        } finally {
            lock.unlock();
        }
        boolean isNew = claims.add(delivery, element);
        if (!isNew) {
            close(delivery, false);
        }
        return isNew;
    }

    /**
     * Notes that a delivery has been processed, and that its effects will survive a crash; settles what can be settled.
     * Has no effect if the delivery is not open.
     *
     * @throws BloomFilterException if claims could not be settled. The delivery is done nevertheless, and a later call
     *     settles them
     */
    public void done(long delivery) {
        close(delivery, true);
    }

    /** Settles everything that is done and below the oldest open delivery, regardless of {@code settleEvery}. */
    public void settle() {
        settleIfAtLeast(1);
    }

    /** Counts the deliveries that were added, and are neither duplicates nor done. */
    public int open() {
        lock.lock();
        try {
            return open.size();
        } finally {
            lock.unlock();
        }
    }

    private void close(long delivery, boolean done) {
        lock.lock();
        try {
            boolean wasOpen = open.remove(delivery);
            if (wasOpen && done) {
                highestDone = Math.max(highestDone, delivery);
            }
        } finally {
            lock.unlock();
        }
        settleIfAtLeast(settleEvery);
    }

    /**
     * Settles under the lock: a delivery that is added meanwhile is claimed after the settlement, and so keeps its
     * claim.
     */
    private void settleIfAtLeast(int deliveries) {
        lock.lock();
        try {
            long upTo = open.isEmpty() ? highestDone : Math.min(highestDone, open.first() - 1);
            if (upTo - deliveries >= settled) {
                claims.settle(upTo);
                settled = upTo;
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * The claimed deliveries of all writers of a filter, each made when it is first asked for. Thread-safe. Never
     * closes the filter or its client.
     *
     * @param <T> the type of the elements
     */
    public static final class ByWriter<T> {

        private final BloomFilter<T> filter;
        private final int settleEvery;
        private final Map<String, ClaimedDeliveries<T>> writers = new ConcurrentHashMap<>();

        /**
         * Begins without a writer.
         *
         * @param filter one that can claim: not a {@link RemovableBloomFilter}
         * @param settleEvery as each writer's {@link ClaimedDeliveries} has it, at least 1
         * @throws IllegalArgumentException if the filter cannot claim, or the number is less than 1
         */
        public ByWriter(BloomFilter<T> filter, int settleEvery) {
            if (filter instanceof RemovableBloomFilter) {
                throw new IllegalArgumentException("A filter that counts its elements has no claims");
            }
            if (settleEvery < 1) {
                throw new IllegalArgumentException("settleEvery is " + settleEvery + "; at least 1 is possible");
            }
            this.filter = filter;
            this.settleEvery = settleEvery;
        }

        /** Returns the claimed deliveries of a {@linkplain BloomFilter#claims writer}, always the same instance. */
        public ClaimedDeliveries<T> of(String writer) {
            return writers.computeIfAbsent(writer, name -> new ClaimedDeliveries<>(filter.claims(name), settleEvery));
        }

        /**
         * Forgets which deliveries of a writer are open. Call this when the process no longer receives them, for
         * example because a partition was revoked. Otherwise a delivery that has failed here stays open even if the
         * next owner processes it, and if the partition comes back, nothing above it is settled. A later
         * {@link ClaimedDeliveries#done done} for a delivery that was open has no effect.
         *
         * <p>Call this only if the source, before it delivers anything else to this process, delivers again whatever
         * was not acknowledged to it. Otherwise a delivery that has failed here may be settled, and its event lost.
         */
        public void forget(String writer) {
            writers.remove(writer);
        }

        /** Counts the deliveries of all writers that were added, and are neither duplicates nor done. */
        public int open() {
            return writers.values().stream().mapToInt(ClaimedDeliveries::open).sum();
        }

        /** Settles what is done of all writers, as {@link ClaimedDeliveries#settle} does. */
        public void settle() {
            writers.values().forEach(ClaimedDeliveries::settle);
        }
    }
}
