package io.polybloom.internal.filter;

import io.polybloom.FilterStats;
import io.polybloom.internal.capacity.Precision;
import io.polybloom.internal.capacity.Sampling;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.redis.Access;
import io.polybloom.step.Step;
import java.util.List;

/** Measures a filter that one client has open. */
public final class Statistics {

    private Statistics() {}

    /** Returns the steps that measure all layers of the generation that is stored now. */
    public static Step<FilterStats> of(OpenFilter filter) {
        return filter.refresh().then(snapshot -> of(filter, snapshot, new Repetitions()));
    }

    private static Step<FilterStats> of(OpenFilter filter, Snapshot snapshot, Repetitions repetitions) {
        Generation generation = snapshot.generation();
        List<Layer> there = snapshot.asked();
        Sampling sampling = new Sampling(generation, there, Precision.EXACT);
        return sampling.run().then(sampled -> {
            if (sampling.dead().isEmpty()) {
                return Step.done(sampling.stats());
            }
            return new Recovery(filter, generation, Access.LOOK_UP, sampling.dead())
                    .findSuccessor()
                    .then(successor -> {
                        repetitions.next(snapshot, successor);
                        return of(filter, successor, repetitions);
                    });
        });
    }
}
