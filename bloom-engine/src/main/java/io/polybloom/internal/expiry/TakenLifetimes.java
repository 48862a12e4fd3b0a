package io.polybloom.internal.expiry;

import io.polybloom.internal.filter.OpenFilter;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Lifetime;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.redis.PartitionLifetime;
import io.polybloom.internal.redis.PartitionRemoval;
import io.polybloom.internal.state.FilterState;
import io.polybloom.internal.state.RoundLimit;
import io.polybloom.step.Step;
import java.util.Optional;
import java.util.Set;

/**
 * Restores the expiry of partitions from which an exchange has taken it, since the client did not know that the filter
 * expires. The register decides, and it is settled when the register, read after the last partition, still says the
 * same.
 */
public final class TakenLifetimes {

    private final OpenFilter filter;
    private final Generation generation;
    private final Set<Partition> taken;
    private final RoundLimit rounds;

    /**
     * Prepares the restoration.
     *
     * @param generation the one in which the exchanges took place
     * @param taken the partitions that have lost their expiry
     */
    public TakenLifetimes(OpenFilter filter, Generation generation, Set<Partition> taken) {
        this.filter = filter;
        this.generation = generation;
        this.taken = taken;
        this.rounds = new RoundLimit(filter.name());
    }

    /** Returns the steps. */
    public Step<Void> restore() {
        return filter.opening().describe().then(this::restore);
    }

    private Step<Void> restore(Optional<FilterState> found) {
        rounds.next();
        Optional<FilterState> same = found.filter(this::isMeant);
        if (same.isEmpty()) {
            // The layers have ended, and their keys are removed with them.
            return PartitionRemoval.unlinkRecreated(taken);
        }
        same.filter(FilterState::isSettled).ifPresent(state -> filter.adopt(state.generation()));
        Lifetime lifetime = same.get().lifetime();
        return PartitionLifetime.applyTo(taken, lifetime)
                .then(dead -> filter.opening().describe())
                .then(later -> isStill(later, lifetime) ? Step.done() : restore(later));
    }

    private boolean isMeant(FilterState state) {
        return taken.stream().allMatch(partition -> state.uses(partition.layer().keyName()));
    }

    private boolean isStill(Optional<FilterState> later, Lifetime lifetime) {
        return later.filter(this::isMeant)
                .filter(state -> state.lifetime().equals(lifetime))
                .isPresent();
    }
}
