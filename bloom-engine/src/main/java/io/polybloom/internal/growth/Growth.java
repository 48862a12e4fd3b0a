package io.polybloom.internal.growth;

import io.polybloom.LostDataException;
import io.polybloom.internal.filter.OpenFilter;
import io.polybloom.internal.filter.Recovery;
import io.polybloom.internal.filter.Snapshot;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.redis.Access;
import io.polybloom.step.Step;
import java.util.List;
import java.util.Optional;

/** Closes the newest layer of a full generation, or opens the one after it. */
public final class Growth {

    private final OpenFilter filter;
    private final Generation full;

    /** Prepares the steps for a generation whose newest layer is full. */
    public Growth(OpenFilter filter, Generation full) {
        this.filter = filter;
        this.full = full;
    }

    /** Seals the newest layer; if that met partitions that are not alive, the value is the successor. */
    Step<Optional<Snapshot>> seal() {
        return Sealing.of(full.newest())
                .then(dead -> dead.isEmpty()
                        ? Step.done(Optional.empty())
                        : successor(dead).map(Optional::of));
    }

    /**
     * Opens the layer after the newest one, unless another client already has or the generation was replaced; the value
     * is the snapshot with which the operation continues.
     */
    public Step<Snapshot> grow() {
        return filter.refresh(full).then(newer -> {
            boolean isDone =
                    !newer.generation().isSameAs(full) || newer.generation().isGrownFrom(full);
            return isDone ? Step.done(newer) : openNext();
        });
    }

    /**
     * Follows the seal of the newest layer to the next one; the value is the snapshot with which the operation
     * continues.
     */
    Step<Snapshot> follow() {
        return filter.refresh(full).also(newer -> {
            if (newer.generation().isSameAs(full) && !newer.generation().isGrownFrom(full)) {
                throw forgotten(filter.name());
            }
        });
    }

    /**
     * Returns the complaint that a layer is sealed, and no other one follows it: a failover has undone the growth, and
     * the elements that were added since are in a layer that nobody can find.
     */
    public static LostDataException forgotten(String name) {
        return new LostDataException(
                name,
                "the filter '" + name
                        + "' has a sealed layer but no next one, so its register has lost a part: rebuild the filter"
                        + " from its elements, or call clear() or delete() to start over");
    }

    /** Opens the layer after the newest one and adopts it, or the successor if partitions are not alive. */
    public Step<Snapshot> openNext() {
        return new LayerOpening(full, filter.environment())
                .start()
                .then(opened ->
                        opened.dead().isEmpty() ? filter.takeUp(opened.stored(), full) : successor(opened.dead()));
    }

    private Step<Snapshot> successor(List<Partition> dead) {
        return new Recovery(filter, full, Access.ADD, dead).findSuccessor();
    }
}
