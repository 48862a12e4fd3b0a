package io.polybloom.internal.growth;

import io.polybloom.FilterStats;
import io.polybloom.LayerStats;
import io.polybloom.internal.capacity.CapacityWatch;
import io.polybloom.internal.capacity.Precision;
import io.polybloom.internal.capacity.Sampling;
import io.polybloom.internal.filter.OpenFilter;
import io.polybloom.internal.filter.Recovery;
import io.polybloom.internal.filter.Snapshot;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.redis.Access;
import io.polybloom.step.Step;
import java.util.List;

/**
 * Samples the newest layer of a snapshot and, when it has reached its capacity, applies the filter's policy. The result
 * applies to that layer, even if the filter has a newer one by then.
 */
public final class FullnessCheck {

    private final OpenFilter filter;
    private final Snapshot snapshot;
    private final Generation generation;
    private final CapacityWatch watch;

    /** Prepares the check of a snapshot's newest layer. */
    public FullnessCheck(OpenFilter filter, Snapshot snapshot) {
        this.filter = filter;
        this.snapshot = snapshot;
        this.generation = snapshot.generation();
        this.watch = filter.watch();
    }

    /** Returns the steps; the value is the snapshot with which the operation continues. */
    public Step<Snapshot> start() {
        watch.beginCheck(generation);
        return sample(watch.precision(generation))
                .translateFailure(failure -> {
                    watch.endCheck(generation);
                    return failure;
                })
                .also(newer -> watch.endCheck(generation));
    }

    private Step<Snapshot> sample(Precision precision) {
        Sampling sampling = new Sampling(generation, List.of(generation.newest()), precision);
        return sampling.run().then(sampled -> {
            if (!sampling.dead().isEmpty()) {
                return new Recovery(filter, generation, Access.LOOK_UP, sampling.dead()).findSuccessor();
            }
            FilterStats stats = sampling.stats();
            LayerStats newest = stats.layers().get(0);
            boolean isTooRough = precision == Precision.ROUGH && CapacityWatch.isNearlyFull(newest) && !newest.sealed();
            return isTooRough ? sample(Precision.CLOSE) : judge(stats, newest);
        });
    }

    private Step<Snapshot> judge(FilterStats stats, LayerStats newest) {
        boolean isReached = watch.learn(generation, newest);
        if (!isReached && !newest.sealed()) {
            return Step.done(snapshot);
        }
        Step<Snapshot> acted = switch (watch.policy()) {
            case DEGRADE -> Step.done(snapshot);
            case REJECT -> close();
            case GROW ->
                newest.sealed() ? new Growth(filter, generation).follow() : new Growth(filter, generation).grow();
        };
        return acted.also(newer -> watch.tell(stats));
    }

    private Step<Snapshot> close() {
        return new Growth(filter, generation).seal().map(successor -> {
            if (successor.isEmpty()) {
                watch.markFull(generation);
            }
            return successor.orElse(snapshot);
        });
    }
}
