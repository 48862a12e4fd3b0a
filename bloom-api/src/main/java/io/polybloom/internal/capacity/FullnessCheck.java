package io.polybloom.internal.capacity;

import io.polybloom.FilterStats;
import io.polybloom.LayerStats;
import io.polybloom.internal.filter.CapacityWatch;
import io.polybloom.internal.filter.OpenFilter;
import io.polybloom.internal.filter.Precision;
import io.polybloom.internal.model.Generation;
import io.polybloom.step.Step;

/** Samples the newest layer and, when it has reached its capacity, does what the filter's policy asks for. */
public final class FullnessCheck {

    private final OpenFilter filter;
    private final Generation generation;

    public FullnessCheck(OpenFilter filter) {
        this.filter = filter;
        this.generation = filter.generation();
    }

    public Step<Void> start() {
        Precision precision = filter.watch().precision(generation);
        return Sampling.newestLayer(filter, precision).then(stats -> {
            LayerStats newest = newest(stats);
            boolean tooRough = precision == Precision.ROUGH && CapacityWatch.isNearlyFull(newest) && !newest.sealed();
            return tooRough ? Sampling.newestLayer(filter, Precision.CLOSE).then(this::judge) : judge(stats);
        });
    }

    private static LayerStats newest(FilterStats stats) {
        return stats.layers().get(stats.layers().size() - 1);
    }

    private Step<Void> judge(FilterStats stats) {
        Generation sampled = filter.generation();
        LayerStats newest = newest(stats);
        boolean reached = filter.watch().learn(sampled, newest);
        if (!reached && !newest.sealed()) {
            return new Step.Done<>(null);
        }
        return switch (sampled.description().overCapacity()) {
            case DEGRADE -> tell(stats);
            case REJECT -> close(sampled).then(closed -> tell(stats));
            case GROW -> new Growth(filter, sampled).start().then(grown -> tell(stats));
        };
    }

    private Step<Void> tell(FilterStats stats) {
        filter.watch().tell(stats);
        return new Step.Done<>(null);
    }

    private Step<Void> close(Generation full) {
        return filter.seal(full).then(isSealed -> {
            if (isSealed) {
                filter.watch().markFull(full);
            }
            return new Step.Done<>(null);
        });
    }
}
