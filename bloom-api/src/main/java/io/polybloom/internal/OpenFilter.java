package io.polybloom.internal;

import io.polybloom.FilterDescription;
import io.polybloom.NearCache;
import io.polybloom.spi.Step;
import java.time.Instant;
import java.util.Optional;

/** A filter that one client has open: which generation it believes in. Thread-safe. */
public final class OpenFilter {

    private final Opening opening;
    private final CapacityWatch watch;
    private final Optional<NearCache> nearCache;
    private volatile Generation generation;

    OpenFilter(Opening opening, Generation generation, CapacityWatch watch, Optional<NearCache> nearCache) {
        this.opening = opening;
        this.watch = watch;
        this.nearCache = nearCache;
        this.generation = withoutKnowledge(generation);
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

    synchronized void adopt(Generation current) {
        KnownBits known = generation.knownBits();
        generation = known != null && generation.isSameAs(current)
                ? current.with(known.grownTo(current))
                : withoutKnowledge(current);
    }

    /** Empties the near cache. What is still being answered teaches the old one, which nobody asks any more. */
    synchronized void forget() {
        generation = withoutKnowledge(generation);
    }

    private Generation withoutKnowledge(Generation current) {
        return nearCache
                .map(settings -> current.with(new KnownBits(settings, current)))
                .orElse(current);
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
            return new Step.Done<>(generation);
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
