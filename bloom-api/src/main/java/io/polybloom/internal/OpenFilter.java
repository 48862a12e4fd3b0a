package io.polybloom.internal;

import io.polybloom.FilterDescription;
import io.polybloom.FilterSpec;
import io.polybloom.spi.Step;
import java.time.Instant;
import java.util.Optional;

/** A filter that one client has open: which generation it believes in. Thread-safe. */
public final class OpenFilter {

    private final Opening opening;
    private final FilterSpec asked;
    private final CapacityWatch watch;
    private volatile Generation generation;

    /**
     * Creates a filter that has been found.
     *
     * @param asked what the caller has asked for, with what he wants beside the parameters
     */
    OpenFilter(Opening opening, Generation generation, FilterSpec asked) {
        this.opening = opening;
        this.asked = asked;
        this.watch = new CapacityWatch(generation.description().overCapacity(), asked.overCapacityListener());
        this.generation = withoutKnowledge(generation);
    }

    /** Whether replicas may answer look-ups. */
    public boolean readsFromReplicas() {
        return asked.readsFromReplicas();
    }

    /** The bytes of memory in which a load collects bits. */
    public long loadMemory() {
        return asked.loadMemory();
    }

    /** This machine's time. */
    public Instant now() {
        return opening.environment().clock().instant();
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
        return asked.nearCache()
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
        Instant now = now();
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
