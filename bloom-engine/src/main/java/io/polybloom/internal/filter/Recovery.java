package io.polybloom.internal.filter;

import io.polybloom.BloomFilterException;
import io.polybloom.FilterDescription;
import io.polybloom.LostDataException;
import io.polybloom.internal.model.Descriptions;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.redis.Access;
import io.polybloom.internal.redis.PartitionRemoval;
import io.polybloom.step.Step;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds out why partitions are not alive: the filter is gone, it has a new generation, or data was lost. First it
 * removes the keys that writes have re-created.
 */
public final class Recovery {

    private final OpenFilter filter;
    private final Generation seen;
    private final Access access;
    private final List<Partition> deadPartitions;
    private @Nullable BloomFilterException cleanUpFailure;

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
        return removeRecreated().then(removed -> {
            Snapshot before = filter.snapshot();
            Generation held = before.generation();
            return before.present().isTimed()
                    ? filter.refresh(seen).then(this::decideByTime).translateFailure(this::withCleanUp)
                    : filter.opening()
                            .describe()
                            .then(stored -> decide(stored, held))
                            .translateFailure(this::withCleanUp);
        });
    }

    /**
     * Removes the keys that writes have re-created; a failure of that is kept in addition to the reason why the
     * operation fails. A key without a trailer stays: the client that made it may just have created it again.
     */
    public Step<Void> removeRecreated() {
        List<Partition> recreated = access.isWrite()
                ? deadPartitions.stream()
                        .filter(partition -> partition.layer().hasTrailer())
                        .toList()
                : List.of();
        return PartitionRemoval.removeRecreated(recreated, filter.environment().ids())
                .recover(failure -> {
                    cleanUpFailure = failure;
                    return Step.done();
                });
    }

    /** Returns the complaint when a repeated operation meets dead partitions again. */
    public static LostDataException changedAgain(Generation generation) {
        return new LostDataException(
                generation.description().name(),
                "the filter '" + generation.description().name()
                        + "' was cleared or created anew more than once during this call: repeat it");
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

    /** The keys may have moved on to another slice, or have expired when their elements were forgotten. */
    private Step<Snapshot> decideByTime(Snapshot snapshot) {
        boolean isExpected =
                seen.isOlderThan(snapshot.generation()) || snapshot.present().isForgotten();
        if (snapshot.generation().isSameAs(seen) && !isExpected) {
            throw lostData(deadPartitions.get(0));
        }
        return Step.done(snapshot);
    }

    private Step<Snapshot> decide(Optional<FilterDescription> stored, Generation held) {
        return filter.opening().requireExisting(stored).then(current -> {
            if (current.generation().equals(seen.description().generation())
                    && !Descriptions.isReplaced(current)
                    && !new Generation(current).lacksPartOf(seen)) {
                throw lostData(deadPartitions.get(0));
            }
            return filter.takeUp(stored, seen, held);
        });
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

    private BloomFilterException withCleanUp(BloomFilterException failure) {
        if (cleanUpFailure != null) {
            failure.addSuppressed(cleanUpFailure);
        }
        return failure;
    }
}
