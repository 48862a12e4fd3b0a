package io.polybloom.internal.filter;

import io.polybloom.LostDataException;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.model.Lifetime;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.redis.Access;
import io.polybloom.internal.redis.PartitionLifetime;
import io.polybloom.internal.redis.PartitionRemoval;
import io.polybloom.internal.state.FilterState;
import io.polybloom.step.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finds out why partitions are not alive: the filter is gone, other layers are in use by now, or data was lost. A key
 * that a write has made again is removed, unless its layer is in use.
 */
public final class Recovery {

    private final OpenFilter filter;
    private final Generation seen;
    private final Access access;
    private final List<Partition> deadPartitions;

    public Recovery(OpenFilter filter, Generation seen, Access access, List<Partition> deadPartitions) {
        this.filter = filter;
        this.seen = seen;
        this.access = access;
        this.deadPartitions = deadPartitions.stream().distinct().toList();
    }

    /**
     * Returns the generation in which the operation can be repeated; throws the exception that says what happened if
     * there is none.
     */
    public Step<Snapshot> findSuccessor() {
        filter.recovers();
        Generation held = filter.snapshot().generation();
        Step<Optional<FilterState>> reading = filter.opening().describe();
        return reading.then(stored -> removeRecreated(stored)
                .then(removed -> filter.isTimed() ? filter.refresh(seen) : filter.takeUp(stored, seen, held))
                .also(this::requireChange));
    }

    /** Removes the keys that writes have made again, for an operation that fails anyway. */
    public Step<Void> removeRecreated() {
        return access.isWrite() ? filter.opening().describe().then(this::removeRecreated) : Step.done();
    }

    /**
     * If that fails, the keys stay: they are not alive. A key without a trailer stays, too: the client that made it may
     * just have created it again. So does that of a layer in use, with the expiry of its filter: after a failover, it
     * may be alive on the primary that gets the command.
     */
    private Step<Void> removeRecreated(Optional<FilterState> stored) {
        if (!access.isWrite()) {
            return Step.done();
        }
        List<Partition> made = deadPartitions.stream()
                .filter(partition -> partition.layer().hasTrailer())
                .toList();
        List<Partition> inUse = made.stream()
                .filter(partition -> stored.filter(
                                state -> state.uses(partition.layer().keyName()))
                        .isPresent())
                .toList();
        List<Partition> unused = new ArrayList<>(made);
        unused.removeAll(inUse);
        return PartitionRemoval.unlinkRecreated(unused)
                .then(removed -> giveLifetime(inUse, stored))
                .recover(failure -> Step.done());
    }

    private static Step<Void> giveLifetime(List<Partition> inUse, Optional<FilterState> stored) {
        Lifetime lifetime = stored.map(FilterState::lifetime).orElse(Lifetime.FOR_EVER);
        List<Partition> limited = inUse.stream()
                .filter(partition -> partition.layer().lifetime(lifetime).isLimited())
                .toList();
        return PartitionLifetime.applyTo(limited, lifetime).asVoid();
    }

    /** Nothing is lost if the keys have moved on, or if they have expired when all of their elements were forgotten. */
    private void requireChange(Snapshot snapshot) {
        if (snapshot.view().isForgotten()) {
            return;
        }
        for (Partition dead : deadPartitions) {
            if (snapshot.generation().layers().stream().anyMatch(layer -> isSame(layer, dead.layer()))) {
                throw lostData(dead);
            }
        }
    }

    private static boolean isSame(Layer layer, Layer other) {
        return layer.keyName().equals(other.keyName())
                && layer.next().map(Layer::keyName).equals(other.next().map(Layer::keyName));
    }

    /** Returns the complaint when a repeated operation meets dead partitions again. */
    public static LostDataException changedAgain(Generation generation) {
        return new LostDataException(
                generation.description().name(),
                "the filter '" + generation.description().name()
                        + "' was cleared or created anew again and again during this call: repeat it");
    }

    /** Returns the complaint that a failover has undone what a filter object knew. */
    static LostDataException undone(String name) {
        return new LostDataException(
                name,
                "the filter '" + name
                        + "' is in an earlier state than before: a failover has undone a clear, a rebuild, a growth or"
                        + " a slice, so elements that were added since may be missing. This exception comes once:"
                        + " later calls use the filter as the primary has it now");
    }

    /** Returns the complaint that there is another filter under the name. */
    static LostDataException createdAnew(String name) {
        return new LostDataException(
                name,
                "the filter '" + name
                        + "' was deleted or lost, and another client has created it anew, so the elements that were"
                        + " added before are gone. This exception comes once: later calls use the new filter");
    }

    /** Returns the complaint that a partition was lost. */
    public static LostDataException lostData(Partition dead) {
        String name = dead.layer().filter().name();
        return new LostDataException(
                name,
                "the filter '" + name + "' has lost bits: the key "
                        + dead.place().key()
                        + " was evicted, deleted, flushed or lost in a failover, or another client is clearing or"
                        + " deleting the filter right now. Elements may be missing, so there is no answer. Repeat the"
                        + " call. If it fails again, rebuild the filter from its elements, or call clear() or"
                        + " delete() to start over");
    }
}
