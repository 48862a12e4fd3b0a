package io.polybloom;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

/**
 * A bulk add or removal failed before every element had its answer, or the filter was then found to be lost or
 * replaced. {@link #outcomes()} has the outcome of each element, in the order of the call; the {@linkplain #getCause()
 * cause} says what happened. To continue after an add, add the {@link ElementOutcome#UNKNOWN} elements again and treat
 * those that are then PRESENT as "probably seen": the first attempt may have stored them. Do not repeat the add or
 * removal of an element that must not be counted twice.
 */
public final class PartialBulkException extends BloomFilterException {
    private static final long serialVersionUID = 1L;

    private final ElementOutcome[] outcomes;
    private final BitSet mayBeStored;

    /**
     * Creates the exception for the outcomes in call order, which are copied, and the reason for the failure. Any
     * element that is UNKNOWN may be stored.
     */
    public PartialBulkException(ElementOutcome[] outcomes, RuntimeException cause) {
        this(outcomes, everyPlaceOf(outcomes), cause);
    }

    /**
     * Creates the exception.
     *
     * @param outcomes the outcomes in call order, which are copied
     * @param mayBeStored the indexes of the elements that the call may have stored; copied
     * @param cause the cause of the failure
     */
    public PartialBulkException(ElementOutcome[] outcomes, BitSet mayBeStored, RuntimeException cause) {
        super(summary(outcomes) + cause.getMessage(), cause);
        this.outcomes = outcomes.clone();
        this.mayBeStored = (BitSet) mayBeStored.clone();
    }

    /** Returns the reason for the failure. */
    @Override
    public synchronized RuntimeException getCause() {
        return (RuntimeException) Objects.requireNonNull(super.getCause());
    }

    /** Returns one outcome per element, in the order in which the elements were given. Unmodifiable. */
    public List<ElementOutcome> outcomes() {
        return Collections.unmodifiableList(Arrays.asList(outcomes));
    }

    /**
     * Returns whether this call may have stored an element. It certainly has not if the element was refused, was never
     * sent, or was sent in a command that the server has refused with an error. In these cases the filter has the
     * element only if another call has added it. For a removal: whether this call may have decremented its counters.
     *
     * @param index the index of the element in the call, from 0
     */
    public boolean mayBeStored(int index) {
        return switch (outcomes[index]) {
            case NEW, PRESENT -> true;
            case UNKNOWN -> mayBeStored.get(index);
            case REFUSED -> false;
        };
    }

    private static BitSet everyPlaceOf(ElementOutcome[] outcomes) {
        BitSet places = new BitSet(outcomes.length);
        places.set(0, outcomes.length);
        return places;
    }

    private static String refused(int count) {
        return count == 0 ? "" : count + " refused, ";
    }

    private static String summary(ElementOutcome[] outcomes) {
        int[] counts = new int[ElementOutcome.values().length];
        for (ElementOutcome outcome : outcomes) {
            counts[outcome.ordinal()]++;
        }
        return "bulk operation on " + outcomes.length + " elements failed half-way ("
                + counts[ElementOutcome.NEW.ordinal()] + " new, "
                + counts[ElementOutcome.PRESENT.ordinal()] + " present, "
                + refused(counts[ElementOutcome.REFUSED.ordinal()])
                + counts[ElementOutcome.UNKNOWN.ordinal()] + " unknown): ";
    }
}
