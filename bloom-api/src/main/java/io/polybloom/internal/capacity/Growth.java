package io.polybloom.internal.capacity;

import io.polybloom.internal.filter.OpenFilter;
import io.polybloom.internal.filter.Recovery;
import io.polybloom.internal.filter.Snapshot;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.open.LayerOpening;
import io.polybloom.internal.redis.Access;
import io.polybloom.step.Step;

/** Opens the next layer of a filter, unless another client has already opened it, and adopts it. */
public final class Growth {

    private final OpenFilter filter;
    private final Generation full;

    /** Prepares the opening of the layer after the newest one of a snapshot. */
    public Growth(OpenFilter filter, Snapshot now) {
        this.filter = filter;
        this.full = now.generation();
    }

    /**
     * Returns the steps; the value is the snapshot with the next layer, or the generation that has replaced the full
     * one.
     */
    public Step<Snapshot> start() {
        return filter.refresh(full).then(newer -> isStillFull(newer.generation()) ? open() : Step.done(newer));
    }

    private boolean isStillFull(Generation current) {
        return current.isSameAs(full)
                && current.layers().size() == full.layers().size();
    }

    private Step<Snapshot> open() {
        return new LayerOpening(full, filter.opening().environment().ids())
                .start()
                .then(opened -> opened.dead().isEmpty()
                        ? filter.takeUp(opened.stored(), full)
                        : new Recovery(filter, full, Access.ADD, opened.dead()).findSuccessor());
    }
}
