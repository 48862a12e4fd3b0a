package io.polybloom.internal.window;

import io.polybloom.ElementOutcome;
import io.polybloom.internal.filter.OpenFilter;
import io.polybloom.internal.filter.Snapshot;
import io.polybloom.internal.membership.BulkAdd;
import io.polybloom.internal.membership.ElementFailures;
import io.polybloom.internal.model.CallElements;
import io.polybloom.step.Step;
import java.util.BitSet;

/**
 * Adds elements to a filter with a window, whose keys must take the elements of the present slice first. An element has
 * its answer from the cells as they were before it was first written. If the slice has ended by the time all answers
 * have arrived, the elements are written to the next one, too, since their time begins when the call returns.
 */
final class WindowAdd extends BulkAdd {

    private static final long NOWHERE = Long.MAX_VALUE;

    /** Whether the elements have their answers, and are only written once more. */
    private boolean isRenewal;

    /** The oldest slice to which elements were written. */
    private long oldest = NOWHERE;

    WindowAdd(OpenFilter filter, CallElements elements) {
        super(filter, elements);
    }

    @Override
    protected Step<boolean[]> portion(Snapshot snapshot) {
        if (filter.isOver(snapshot)) {
            return refresh(snapshot).then(newer -> repeatIn(snapshot, newer));
        }
        RememberedSlices slices = RememberedSlices.of(snapshot);
        if (!slices.takesElements()) {
            return slices.open(filter).translateFailure(this::report).then(newer -> repeatIn(snapshot, newer));
        }
        oldest = Math.min(oldest, slices.present());
        return super.portion(snapshot);
    }

    @Override
    protected Step<boolean[]> startWithAnswer(Snapshot snapshot, ElementOutcome outcome) {
        oldest = RememberedSlices.of(snapshot).present();
        return super.startWithAnswer(snapshot, outcome);
    }

    @Override
    protected Step<boolean[]> answer(Snapshot snapshot) {
        return filter.isOver(snapshot) ? refresh(snapshot).then(this::answerAt) : renew(snapshot);
    }

    /** Asks for the time again if the slice may have ended while the server's reply was on its way. */
    private Step<boolean[]> answerAt(Snapshot newer) {
        if (RememberedSlices.of(newer).present() != oldest || !filter.isOver(newer)) {
            return renew(newer);
        }
        countTurn(newer, newer);
        return answer(newer);
    }

    /**
     * Writes the elements to the present slice, unless all of them are there; the answers do not change. It leaves out
     * what was answered before a clear: otherwise that element would be present although nobody was told, after the
     * clear, that it is new.
     */
    private Step<boolean[]> renew(Snapshot snapshot) {
        boolean isThere = oldest == NOWHERE || RememberedSlices.of(snapshot).present() == oldest;
        BitSet lasting = isThere ? new BitSet() : lasting(snapshot);
        if (lasting.isEmpty()) {
            return super.answer(snapshot);
        }
        WindowAdd again = new WindowAdd(filter, elements.again(lasting));
        again.isRenewal = true;
        again.countTurnsOf(this);
        return again.start(snapshot)
                .translateFailure(failure -> {
                    elements.setAll(lasting, ElementOutcome.UNKNOWN);
                    return report(ElementFailures.withoutOutcomes(failure));
                })
                .then(renewed -> super.answer(snapshot));
    }

    /** Ends a renewal when the generation has ended. */
    @Override
    protected Step<boolean[]> repeatIn(Snapshot snapshot, Snapshot successor) {
        if (!isRenewal || successor.generation().isSameAs(snapshot.generation())) {
            return super.repeatIn(snapshot, successor);
        }
        leavePortion();
        return super.answer(successor);
    }

    private Step<Snapshot> refresh(Snapshot snapshot) {
        return filter.refresh(snapshot.generation()).translateFailure(this::report);
    }
}
