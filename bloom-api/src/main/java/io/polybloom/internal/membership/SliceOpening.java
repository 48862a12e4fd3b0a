package io.polybloom.internal.membership;

import io.polybloom.LostDataException;
import io.polybloom.internal.filter.OpenFilter;
import io.polybloom.internal.filter.Snapshot;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.open.SliceBirth;
import io.polybloom.step.Step;

/** Prepares the keys of a filter that forgets for the present slice, together with any other client that does so. */
public final class SliceOpening {

    private final OpenFilter filter;
    private final Snapshot now;

    /** Prepares to move on from a snapshot, whose keys are not prepared up to the present slice. */
    public SliceOpening(OpenFilter filter, Snapshot now) {
        this.filter = filter;
        this.now = now;
    }

    /**
     * Returns the steps; the value is a newer snapshot: the keys are prepared up to a later slice, or the generation
     * was replaced.
     */
    public Step<Snapshot> open() {
        return new SliceBirth(
                        now.generation(),
                        now.present().isForgotten(),
                        now.present().slice(),
                        filter.environment().ids())
                .start()
                .then(made -> filter.refresh(now.generation()))
                .also(this::requireProgress);
    }

    /** Keys that do not arrive in the next slice, and are not forgotten by now, were lost. */
    private void requireProgress(Snapshot newer) {
        Generation before = now.generation();
        boolean isStuck = newer.generation().isSameAs(before)
                && newer.generation().newestSlice() == before.newestSlice()
                && newer.present().slice() == now.present().slice();
        if (isStuck) {
            String name = before.description().name();
            throw new LostDataException(
                    name,
                    "the filter '" + name + "' has lost bits: a key was evicted, deleted, flushed or lost in a failover"
                            + " before a new slice began, or holds another value. Elements may be missing, so there is"
                            + " no answer. Repeat the call. If it fails again, call clear() or delete() to start over");
        }
    }
}
