package io.polybloom.internal;

import io.polybloom.FilterDescription;
import io.polybloom.spi.Step;
import java.time.Instant;
import java.util.Optional;

/** A filter that one client has open: which generation it believes in. Thread-safe. */
public final class OpenFilter {

    private final Opening opening;
    private final CapacityWatch watch;
    private final long loadMemory;
    private volatile Generation generation;

    OpenFilter(Opening opening, Generation generation, CapacityWatch watch, long loadMemory) {
        this.opening = opening;
        this.generation = generation;
        this.watch = watch;
        this.loadMemory = loadMemory;
    }

    /** The bytes of memory in which a load collects bits. */
    public long loadMemory() {
        return loadMemory;
    }

    CapacityWatch watch() {
        return watch;
    }

    Opening opening() {
        return opening;
    }

    /** The parameters as this client last saw them. */
    public FilterDescription description() {
        return generation.description();
    }

    Generation generation() {
        return generation;
    }

    void adopt(Generation current) {
        generation = current;
    }

    /** Reads the config again and takes up the generation that is stored now, if it has the same parameters. */
    Step<Generation> refresh() {
        return opening.describe().then(this::takeUp);
    }

    /** The stored parameters, if the filter exists and has not expired. */
    FilterDescription requireExisting(Optional<FilterDescription> stored) {
        FilterDescription current = stored.orElseThrow(() -> opening.absent("is gone: it was deleted or has expired"));
        Instant now = Instant.now();
        if (current.expireAt().filter(instant -> !instant.isAfter(now)).isPresent()) {
            throw opening.absent("has expired");
        }
        return current;
    }

    Step<Generation> takeUp(Optional<FilterDescription> stored) {
        FilterDescription current = requireExisting(stored);
        SpecComparison.requireSame(current, generation.description());
        return opening.adopt(current).then(adopted -> {
            adopt(adopted);
            return new Step.Done<>(adopted);
        });
    }

    /** Seals the newest layer; false if that met partitions that are not alive, and the filter has taken up its successor. */
    Step<Boolean> seal(Generation full) {
        return PartitionSweep.seal(full.newest()).then(dead -> {
            if (dead.isEmpty()) {
                return new Step.Done<>(true);
            }
            Recovery recovery = new Recovery(this, full, Access.ADD, dead);
            return recovery.findSuccessor().then(successor -> new Step.Done<>(false));
        });
    }
}
