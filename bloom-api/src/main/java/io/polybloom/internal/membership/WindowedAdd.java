package io.polybloom.internal.membership;

import io.polybloom.ElementOutcome;
import io.polybloom.internal.element.Elements;
import io.polybloom.internal.filter.OpenFilter;
import io.polybloom.internal.filter.Snapshot;
import io.polybloom.step.Step;
import java.util.BitSet;

/**
 * Adds many elements to a filter that forgets, once its keys are prepared up to the present slice. An element has its
 * answer from the cells as they were before it was first written. If the slice has ended by the time all answers have
 * arrived, the elements are written to the next one, too, since their time begins when the call returns.
 */
final class WindowedAdd extends BulkAdd {

    private static final long NOWHERE = Long.MAX_VALUE;

    /** The oldest slice to which elements were written. */
    private long oldest = NOWHERE;

    WindowedAdd(OpenFilter filter, Elements elements) {
        super(filter, elements);
    }

    @Override
    Step<boolean[]> slice(Snapshot now) {
        if (filter.isOver(now)) {
            return refresh(now).then(newer -> repeatIn(now, newer));
        }
        if (!now.slices().arePrepared()) {
            return new SliceOpening(filter, now)
                    .open()
                    .translateFailure(this::report)
                    .then(newer -> repeatIn(now, newer));
        }
        oldest = Math.min(oldest, now.slices().current());
        return super.slice(now);
    }

    @Override
    Step<boolean[]> conclude(Snapshot now) {
        return filter.isOver(now) ? refresh(now).then(this::renew) : renew(now);
    }

    /** Returns the steps after one command that has added the element to a slice that may have ended since. */
    Step<boolean[]> renewAfter(Snapshot now, ElementOutcome outcome) {
        noteAttempt(access);
        elements.set(0, outcome);
        to = 1;
        oldest = now.slices().current();
        return conclude(now);
    }

    /** Writes the elements to the present slice, unless all of them are there; the answers do not change. */
    private Step<boolean[]> renew(Snapshot now) {
        boolean isDone = oldest == NOWHERE || now.slices().current() == oldest;
        if (isDone) {
            return super.conclude(now);
        }
        WindowedAdd again = new WindowedAdd(filter, elements.again());
        again.countTurnsOf(this);
        return again.start(now)
                .translateFailure(failure -> {
                    BitSet all = new BitSet();
                    all.set(0, elements.size());
                    elements.setAll(all, ElementOutcome.UNKNOWN);
                    return report(ElementFailures.withoutOutcomes(failure));
                })
                .then(renewed -> super.conclude(now));
    }

    private Step<Snapshot> refresh(Snapshot now) {
        return filter.refresh(now.generation()).translateFailure(this::report);
    }
}
