package io.polybloom.internal.filter;

import io.polybloom.FilterStats;
import io.polybloom.LayerStats;
import io.polybloom.OverCapacity;
import io.polybloom.internal.model.Generation;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What one client knows of the room that is left in the newest layer: it hands out a budget of adds, and when that is used up,
 * the fill must be sampled again. The budget is a part of the room that is left, as small as the client's share of all adds
 * makes it, so that several clients together do not pass the capacity. Thread-safe.
 */
public final class CapacityWatch {

    /** The most clients at once for which the number accepted is promised; a client that knows nothing assumes that many. */
    private static final double CLIENTS = 8;

    /** The part of the capacity below which a budget never falls, so that the watch stays cheap next to the adds. */
    private static final long SMALLEST_PART = 2000;

    private static final long SMALLEST_BUDGET = 8;

    /**
     * The part of the capacity that one client may have on its way at a time: adds that were sent before another client has sealed
     * the layer arrive after that, however late. Those of all clients together are 0.64 % of the capacity; what is left of the
     * promised 1 % is for the error of the estimate.
     */
    private static final long PART_ON_THE_WAY = 1250;

    /** Below this, small steps would cost more round trips than they are worth: a chunk for each client is promised there. */
    private static final long SMALLEST_STEP = 80;

    /** The part of the capacity that is left when a rough sample does not do any more; it errs by 1 % of the capacity. */
    private static final double NEARLY_FULL = 0.12;

    /**
     * The part of the capacity that is left when a filter that rejects counts as full: what arrives late can only add, so this puts
     * the number accepted into the middle of the promised 98 to 101 %.
     */
    private static final long LEFT_WHEN_FULL = 200;

    /** How fast a client may believe that it is alone: others may just be pausing. */
    private static final double CAUTION = 1.2;

    private final OverCapacity policy;
    private final Optional<Consumer<FilterStats>> listener;
    private String watchedGeneration = "";
    private int watchedLayer;
    private long budget;
    private long outstanding;
    private long addedSinceSample;
    private long lastEstimate;
    private double share = 1 / CLIENTS;
    private boolean isNearlyFull;
    private boolean full;
    private boolean told;

    CapacityWatch(OverCapacity policy, Optional<Consumer<FilterStats>> listener) {
        this.policy = policy;
        this.listener = listener;
    }

    /** Whether anybody wants to know; if not, adds are unlimited and nothing is ever sampled. */
    public boolean isIdle() {
        return policy == OverCapacity.DEGRADE && (listener.isEmpty() || told);
    }

    /**
     * Takes a part of the budget for adds to the newest layer.
     *
     * @return how many elements may be added, at most what was asked for; 0 if the fill must be sampled first
     */
    public synchronized int reserve(Generation generation, int wanted) {
        if (isIdle()) {
            return wanted;
        }
        follow(generation);
        int granted = (int) Math.min(Math.min(wanted, budget), longestStep(generation));
        budget -= granted;
        outstanding += granted;
        return granted;
    }

    private long longestStep(Generation generation) {
        return policy == OverCapacity.REJECT
                ? Math.max(SMALLEST_STEP, generation.newest().capacity() / PART_ON_THE_WAY)
                : Integer.MAX_VALUE;
    }

    /** Gives back what was reserved, less the elements that were new. */
    public synchronized void settle(Generation generation, int reserved, int added) {
        if (!isIdle() && isWatching(generation)) {
            budget += reserved - added;
            outstanding -= reserved;
            addedSinceSample += added;
        }
    }

    /** Takes note of elements that were brought into the newest layer without a reservation. */
    public synchronized void loaded(Generation generation, long elements) {
        follow(generation);
        addedSinceSample += elements;
    }

    /** How closely the newest layer must be looked at: a client that knows nothing of it begins with a rough look. */
    public synchronized Precision precision(Generation generation) {
        follow(generation);
        return isNearlyFull ? Precision.CLOSE : Precision.ROUGH;
    }

    /** Whether a rough sample cannot tell how much room is left. */
    public static boolean isNearlyFull(LayerStats sample) {
        return sample.capacity() - sample.estimatedCount() < NEARLY_FULL * sample.capacity();
    }

    /** Whether the newest layer takes no new elements, as far as this client knows. */
    public synchronized boolean isFull(Generation generation) {
        follow(generation);
        return full;
    }

    /** Takes note that the newest layer is sealed. */
    public synchronized void markFull(Generation generation) {
        follow(generation);
        full = true;
    }

    /**
     * Takes a sample of the newest layer and renews the budget.
     *
     * @return whether the layer is full: has reached its capacity or, where there is a next layer, would pass it with the next budget,
     *     so that the layers together keep the filter's error rate
     */
    public synchronized boolean learn(Generation generation, LayerStats sample) {
        follow(generation);
        long grown = sample.estimatedCount() - lastEstimate;
        if (addedSinceSample > 0) {
            double measured = addedSinceSample / (double) Math.max(grown, addedSinceSample);
            share = Math.min(measured, share * CAUTION);
        }
        lastEstimate = sample.estimatedCount();
        addedSinceSample = 0;
        isNearlyFull = isNearlyFull(sample);
        long left = sample.capacity() - sample.estimatedCount();
        long least = Math.max(SMALLEST_BUDGET, sample.capacity() / SMALLEST_PART);
        budget = Math.max(least, (long) (left * share / 2) - outstanding);
        return switch (policy) {
            case GROW -> left < least;
            case REJECT -> left <= sample.capacity() / LEFT_WHEN_FULL;
            case DEGRADE -> left <= 0;
        };
    }

    /** Says once that the capacity was passed. */
    public void tell(FilterStats stats) {
        synchronized (this) {
            if (told) {
                return;
            }
            told = true;
        }
        listener.ifPresent(consumer -> consumer.accept(stats));
    }

    private void follow(Generation generation) {
        if (isWatching(generation)) {
            return;
        }
        watchedGeneration = generation.id();
        watchedLayer = generation.newest().index();
        budget = 0;
        outstanding = 0;
        addedSinceSample = 0;
        lastEstimate = 0;
        share = 1 / CLIENTS;
        isNearlyFull = false;
        full = false;
    }

    private boolean isWatching(Generation generation) {
        return watchedLayer == generation.newest().index() && watchedGeneration.equals(generation.id());
    }
}
