package io.polybloom.internal.capacity;

import io.polybloom.FilterStats;
import io.polybloom.LayerStats;
import io.polybloom.OverCapacity;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Layer;
import java.lang.System.Logger;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * One client's knowledge of the room that is left in the newest layer, and, during a rebuild, in the next generation:
 * it grants a budget of adds, and when that is used up, the fill must be sampled again. The budget is a part of the
 * room that is left, in proportion to the client's share of all adds, so that several clients together do not exceed
 * the capacity. The constants trade the number of samples for the accuracy that {@link OverCapacity#REJECT} promises;
 * rules 6.03, 6.04, 6.09 and 6.17 of the kit check the result. Thread-safe.
 */
public final class CapacityWatch {

    private static final Logger LOGGER = System.getLogger("io.polybloom");

    /**
     * The most clients at once for which {@link OverCapacity#REJECT} promises the number accepted. A client that knows
     * nothing of others assumes this number.
     */
    private static final double CLIENTS = 8;

    /**
     * The part of the capacity below which a budget never falls, so that samples stay cheap next to the adds. With the
     * smallest budgets, eight clients together add at most 0.4 % of the capacity between two samples.
     */
    private static final long SMALLEST_PART = 2000;

    /** The smallest budget of a small filter, whose samples are cheap. */
    private static final long SMALLEST_BUDGET = 8;

    /**
     * The part of the capacity that one client may have in flight: adds that were sent before another client has sealed
     * the layer may arrive after that, however late. Those of eight clients together are 0.64 % of the capacity; the
     * rest of the promised 1 % is for the error of the estimate.
     */
    private static final long PART_ON_THE_WAY = 1250;

    /**
     * The smallest step. Smaller ones would cost more round trips than they are worth; for small capacities, a chunk
     * for each client is therefore allowed beyond the capacity (rule 6.04).
     */
    private static final long SMALLEST_STEP = 80;

    /**
     * The part of the capacity that is left when a rough sample no longer suffices: 12 of its standard errors, of 1 %
     * of the capacity each.
     */
    private static final double NEARLY_FULL = 0.12;

    /**
     * The part of the capacity that is left when a filter that rejects counts as full: at 99.5 %, the middle of the
     * promised 98 to 101 %. Late adds can only raise the number.
     */
    private static final long LEFT_WHEN_FULL = 200;

    /**
     * The factor by which a client may raise its estimated share of all adds from one sample to the next. A larger one
     * would need fewer samples when other clients have stopped; a smaller one errs less if they only pause.
     */
    private static final double CAUTION = 1.2;

    private volatile OverCapacity policy;
    private final Optional<Consumer<FilterStats>> listener;
    private final ThreadLocal<Boolean> telling = ThreadLocal.withInitial(() -> false);
    private Generation watched;
    private long budget;
    private long overdraft;
    private long outstanding;
    private long addedSinceSample;
    private long lastEstimate;
    private double share;
    private boolean isNearlyFull;
    private boolean full;
    private boolean checking;
    private boolean told;

    /** The last layer of a next generation that was measured, and the elements for which it has room. */
    private String measured = "";

    private long leftInMeasured;

    public CapacityWatch(Generation generation, Optional<Consumer<FilterStats>> listener) {
        this.policy = generation.shape().policy();
        this.listener = listener;
        begin(generation);
    }

    /** Returns the policy of this client for a full filter. */
    public OverCapacity policy() {
        return policy;
    }

    /**
     * Returns whether the policy does not need the fill, and no listener is still to be told; then adds are unlimited
     * and nothing is ever sampled.
     */
    public boolean isIdle() {
        return policy == OverCapacity.DEGRADE && (listener.isEmpty() || told);
    }

    /** Turns to the newest layer of a generation that the filter has adopted. */
    public synchronized void follow(Generation generation) {
        if (!isWatching(generation)) {
            begin(generation);
        }
    }

    /**
     * Takes a part of the budget for adds to the newest layer of a snapshot. An operation on an older snapshot than the
     * one that is watched has no budget, and takes one small step: then it turns to the layers that were opened since.
     *
     * @return how many elements may be added, at most the given number; 0 if the fill must be sampled first
     */
    public synchronized Reservation reserve(Generation generation, int wanted) {
        if (isIdle()) {
            return new Reservation(generation, wanted, false);
        }
        int step = (int) Math.min(wanted, longestStep(generation));
        if (!isWatching(generation)) {
            return new Reservation(generation, step, false);
        }
        int granted = (int) Math.min(step, budget);
        budget -= granted;
        if (granted == 0 && checking) {
            granted = (int) Math.min(step, overdraft);
            overdraft -= granted;
        }
        outstanding += granted;
        return new Reservation(generation, granted, true);
    }

    private long longestStep(Generation generation) {
        if (policy == OverCapacity.REJECT) {
            return Math.max(SMALLEST_STEP, generation.newest().capacity() / PART_ON_THE_WAY);
        }
        return isWatching(generation) ? Integer.MAX_VALUE : SMALLEST_STEP;
    }

    /** Gives back a reservation, less the elements that were new. Only the first call for a reservation counts. */
    public synchronized void release(Reservation reservation, int added) {
        if (reservation.release() && isWatching(reservation.generation())) {
            budget += reservation.size() - added;
            outstanding -= reservation.size();
            addedSinceSample += added;
        }
    }

    /** Records elements that were brought into the newest layer without a reservation. */
    public synchronized void loaded(Generation generation, long elements) {
        if (isWatching(generation)) {
            addedSinceSample += elements;
        }
    }

    /**
     * Begins a check of the fill. While it runs, the other operations of this filter live on a small overdraft, so that
     * a full layer is sampled and followed by one operation and not by all of them. One that has used up the overdraft,
     * too, may check as well: checks do not disturb each other.
     */
    public synchronized void beginCheck(Generation generation) {
        if (isWatching(generation) && !checking) {
            checking = true;
            overdraft = leastBudget(generation.newest().capacity());
        }
    }

    /** Ends a check, whether it succeeded or failed. */
    public synchronized void endCheck(Generation generation) {
        if (isWatching(generation)) {
            checking = false;
        }
    }

    /**
     * Returns how precisely the newest layer must be sampled: a client that knows nothing about it begins with a rough
     * sample.
     */
    public synchronized Precision precision(Generation generation) {
        return isWatching(generation) && isNearlyFull ? Precision.CLOSE : Precision.ROUGH;
    }

    /** Returns whether a rough sample cannot tell how much room is left. */
    public static boolean isNearlyFull(LayerStats sample) {
        return sample.capacity() - sample.estimatedCount() < NEARLY_FULL * sample.capacity();
    }

    /** Returns whether the newest layer takes no new elements, as far as this client knows. */
    public synchronized boolean isFull(Generation generation) {
        return isWatching(generation) && full;
    }

    /** Records that the newest layer of a generation is sealed. */
    public synchronized void markFull(Generation generation) {
        full |= isWatching(generation);
    }

    /**
     * Takes a sample of the newest layer of a generation and renews the budget, if that layer is still the one that is
     * watched.
     *
     * @return whether the layer is full: has reached its capacity or, where there is a next layer, would pass it with
     *     the next budget, so that the layers together keep the filter's error rate
     */
    public synchronized boolean learn(Generation generation, LayerStats sample) {
        long left = sample.capacity() - sample.estimatedCount();
        if (isWatching(generation)) {
            renewBudget(sample, left);
        }
        return switch (policy) {
            case GROW -> left < leastBudget(sample.capacity());
            case REJECT -> left <= sample.capacity() / LEFT_WHEN_FULL;
            case DEGRADE -> left <= 0;
        };
    }

    /**
     * Reports once that the capacity was exceeded. An exception of the listener is logged: it must not cost the caller
     * an answer.
     */
    public void tell(FilterStats stats) {
        synchronized (this) {
            if (told) {
                return;
            }
            told = true;
        }
        if (listener.isPresent()) {
            telling.set(true);
            try {
                listener.get().accept(stats);
            } catch (RuntimeException thrown) {
                LOGGER.log(Logger.Level.WARNING, "the over-capacity listener of a filter threw an exception", thrown);
            } finally {
                telling.remove();
            }
        }
    }

    /**
     * Returns whether this thread is running the listener, so that an add of the filter goes on only when the listener
     * returns.
     */
    public boolean isTelling() {
        return listener.isPresent() && telling.get();
    }

    /**
     * Takes room for some elements in a layer of the next generation; returns for how many, 0 if the layer must be
     * measured first.
     */
    public synchronized long takeOfNext(Layer wanted, long elements) {
        long taken = name(wanted).equals(measured) ? Math.min(leftInMeasured, elements) : 0;
        leftInMeasured -= taken;
        return taken;
    }

    /** Records for how many elements a layer of the next generation has room. */
    public synchronized void measuredNext(Layer found, long elements) {
        measured = name(found);
        leftInMeasured = elements;
    }

    private static String name(Layer layer) {
        return layer.filter().generation() + "." + layer.number();
    }

    private void renewBudget(LayerStats sample, long left) {
        long grown = sample.estimatedCount() - lastEstimate;
        if (addedSinceSample > 0) {
            double measured = addedSinceSample / (double) Math.max(grown, addedSinceSample);
            share = Math.min(measured, share * CAUTION);
        }
        lastEstimate = sample.estimatedCount();
        addedSinceSample = 0;
        isNearlyFull = isNearlyFull(sample);
        budget = Math.max(leastBudget(sample.capacity()), (long) (left * share / 2) - outstanding);
    }

    private static long leastBudget(long capacity) {
        return Math.max(SMALLEST_BUDGET, capacity / SMALLEST_PART);
    }

    private void begin(Generation generation) {
        watched = generation;
        policy = generation.shape().policy();
        budget = 0;
        overdraft = 0;
        outstanding = 0;
        addedSinceSample = 0;
        lastEstimate = 0;
        share = 1 / CLIENTS;
        isNearlyFull = false;
        full = false;
        checking = false;
    }

    private boolean isWatching(Generation generation) {
        return generation.isSameAs(watched)
                && generation.layers().size() == watched.layers().size();
    }
}
