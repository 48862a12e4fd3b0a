package io.polybloom.internal.membership;

import io.polybloom.ElementOutcome;
import io.polybloom.internal.element.Elements;
import io.polybloom.internal.filter.OpenFilter;
import io.polybloom.internal.model.Generation;
import io.polybloom.step.Step;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * The elements that an add must carry over into the next generation, since they have their answers in one that is being
 * rebuilt.
 */
final class AnswersToCarry {

    private final OpenFilter filter;
    private final Elements elements;

    /**
     * The first generation since the most recent clear that is being rebuilt; null if none is, as far as the operation
     * knows.
     */
    private @Nullable Generation rebuilt;

    /** Whether partitions have shown a rebuild that the operation did not know of. */
    private boolean meetsRebuild;

    /** The elements that need not be in the next generation, since a clear has removed them. */
    private final BitSet cleared = new BitSet();

    AnswersToCarry(OpenFilter filter, Elements elements) {
        this.filter = filter;
        this.elements = elements;
    }

    /**
     * Records that a generation in which elements have their answers is being rebuilt.
     *
     * @param isNews whether a partition has shown the rebuild, and the description of the generation does not mention
     *     it
     */
    void note(Generation generation, boolean isNews) {
        if (rebuilt == null) {
            rebuilt = generation;
        }
        meetsRebuild |= isNews;
    }

    /**
     * Records that a clear has removed all elements that have answers. It has also ended the rebuild, so the elements
     * that are added from now on go into the next generation of another one.
     */
    void forgetAnswered() {
        cleared.or(answered());
        rebuilt = null;
        meetsRebuild = false;
    }

    /**
     * Carries the answered elements over into the next generation, if there is one. If that fails, their outcomes are
     * unknown, and any of them may have been written.
     */
    Step<Void> carryOver() {
        if (rebuilt == null) {
            return Step.done();
        }
        BitSet missing = lasting();
        Generation first = rebuilt;
        rebuilt = null;
        return missing.isEmpty()
                ? Step.done()
                : new CarryOver(filter, elements, missing)
                        .start(first, meetsRebuild)
                        .translateFailure(failure -> {
                            elements.setAll(missing, ElementOutcome.UNKNOWN);
                            return failure;
                        });
    }

    /** Returns the elements that have answers and were not removed by a clear since. */
    BitSet lasting() {
        BitSet lasting = answered();
        lasting.andNot(cleared);
        return lasting;
    }

    private BitSet answered() {
        BitSet answered = elements.having(ElementOutcome.NEW, 0, elements.size());
        answered.or(elements.having(ElementOutcome.PRESENT, 0, elements.size()));
        return answered;
    }
}
