package io.polybloom.internal.filter;

import io.polybloom.FilterDescription;
import io.polybloom.FilterSpec;
import io.polybloom.internal.config.SpecComparison;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.nearcache.KnownBits;
import io.polybloom.internal.open.Opening;
import io.polybloom.internal.redis.Access;
import io.polybloom.internal.redis.PartitionSweep;
import io.polybloom.step.Step;
import java.time.Instant;
import java.util.Optional;

/** A filter that one client has open: which generation it believes in. Thread-safe. */
public final class OpenFilter {

    private final Opening opening;
    private final FilterSpec asked;
    private final CapacityWatch watch;
    private volatile Snapshot snapshot;

    /**
     * Creates a filter that has been found.
     *
     * @param asked what the caller has asked for, with what he wants beside the parameters
     */
    OpenFilter(Opening opening, Generation generation, FilterSpec asked) {
        this.opening = opening;
        this.asked = asked;
        this.watch = new CapacityWatch(generation.description().overCapacity(), asked.overCapacityListener());
        this.snapshot = withoutKnowledge(generation);
    }

    /** Whether replicas may answer look-ups. */
    public boolean readsFromReplicas() {
        return asked.readsFromReplicas();
    }

    /** The bytes of memory in which a load collects bits. */
    public long loadMemory() {
        return asked.loadMemory();
    }

    /** Returns this machine's time. */
    public Instant now() {
        return opening.environment().clock().instant();
    }

    public CapacityWatch watch() {
        return watch;
    }

    public Opening opening() {
        return opening;
    }

    /** The parameters as this client last saw them. */
    public FilterDescription description() {
        return generation().description();
    }

    public Generation generation() {
        return snapshot.generation();
    }

    public Snapshot snapshot() {
        return snapshot;
    }

    public synchronized void adopt(Generation current) {
        KnownBits known = snapshot.known();
        snapshot = known != null && generation().isSameAs(current)
                ? new Snapshot(current, known.grownTo(current))
                : withoutKnowledge(current);
    }

    /** Empties the near cache. What is still being answered teaches the old one, which nobody asks any more. */
    public synchronized void forget() {
        snapshot = withoutKnowledge(generation());
    }

    private Snapshot withoutKnowledge(Generation current) {
        KnownBits nothing = asked.nearCache()
                .map(settings -> new KnownBits(settings, current))
                .orElse(null);
        return new Snapshot(current, nothing);
    }

    /** Reads the config again and takes up the generation that is stored now, if it has the same parameters. */
    public Step<Snapshot> refresh() {
        return opening.describe().then(this::takeUp);
    }

    /** The stored parameters, if the filter exists and has not expired. */
    public FilterDescription requireExisting(Optional<FilterDescription> stored) {
        FilterDescription current = stored.orElseThrow(() -> opening.absent("is gone: it was deleted or has expired"));
        Instant now = now();
        if (current.expireAt().filter(instant -> !instant.isAfter(now)).isPresent()) {
            throw opening.absent("has expired");
        }
        return current;
    }

    public Step<Snapshot> takeUp(Optional<FilterDescription> stored) {
        FilterDescription current = requireExisting(stored);
        SpecComparison.requireSame(current, description());
        return opening.adopt(current).then(adopted -> {
            adopt(adopted);
            return new Step.Done<>(snapshot);
        });
    }

    /** Seals the newest layer; false if that met partitions that are not alive, and the filter has taken up its successor. */
    public Step<Boolean> seal(Generation full) {
        return PartitionSweep.seal(full.newest()).then(dead -> {
            if (dead.isEmpty()) {
                return new Step.Done<>(true);
            }
            Recovery recovery = new Recovery(this, full, Access.ADD, dead);
            return recovery.findSuccessor().then(successor -> new Step.Done<>(false));
        });
    }
}
