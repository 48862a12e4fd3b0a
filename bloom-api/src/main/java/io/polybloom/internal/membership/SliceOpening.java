package io.polybloom.internal.membership;

import io.polybloom.LostDataException;
import io.polybloom.internal.filter.OpenFilter;
import io.polybloom.internal.filter.Recovery;
import io.polybloom.internal.filter.Snapshot;
import io.polybloom.internal.open.SliceBirth;
import io.polybloom.internal.redis.Access;
import io.polybloom.internal.window.RememberedSlices;
import io.polybloom.step.Step;

/** Makes a slice of a filter that forgets, unless another client has already made it, and adopts it. */
public final class SliceOpening {

    private final OpenFilter filter;
    private final Snapshot now;

    /** Prepares to make a slice that is newer than those of a snapshot. */
    public SliceOpening(OpenFilter filter, Snapshot now) {
        this.filter = filter;
        this.now = now;
    }

    /**
     * Returns the steps; the value is the snapshot with the slice, or the one that has replaced the generation or the
     * slice meanwhile.
     */
    public Step<Snapshot> open(long number) {
        RememberedSlices slices = now.slices();
        return new SliceBirth(now.generation(), slices, number)
                .start()
                .then(dead -> dead.isEmpty()
                        ? filter.refresh(now.generation())
                        : new Recovery(filter, now.generation(), Access.ADD, dead).findSuccessor())
                .then(newer -> {
                    requireMade(newer, number);
                    return new Step.Done<>(newer);
                });
    }

    /** A partition that was made and is not alive was lost at once, unless its slice has ended. */
    private void requireMade(Snapshot newer, long number) {
        boolean isMissing = newer.generation().isSameAs(now.generation())
                && newer.slices().current() == number
                && newer.slices().target().isEmpty();
        if (isMissing) {
            filter.requireNotExpired(newer);
            String name = newer.generation().description().name();
            throw new LostDataException(
                    name,
                    "a slice of the filter '" + name + "' could not be created: a key was lost as soon as it was made"
                            + " (evicted, deleted, or expired), or it holds another value: repeat the call");
        }
    }
}
