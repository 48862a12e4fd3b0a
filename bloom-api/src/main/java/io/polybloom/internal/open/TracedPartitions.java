package io.polybloom.internal.open;

import io.polybloom.FilterDescription;
import io.polybloom.OverCapacity;
import io.polybloom.internal.model.Descriptions;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.LayerPlan;
import io.polybloom.internal.redis.PartitionSweep;
import io.polybloom.step.Step;
import java.util.Iterator;

/**
 * The partitions of filters of which only the trace is left. It names the generation with which a filter began: after a
 * clear the partitions have names that do not follow from it.
 */
final class TracedPartitions {

    private TracedPartitions() {}

    /** Removes the partitions of the generations that are traced. */
    static Step<Void> unlink(Iterator<FilterDescription> traced) {
        return traced.hasNext()
                ? unlinkFrom(new Generation(traced.next())).then(removed -> unlink(traced))
                : new Step.Done<>(null);
    }

    /** Nobody knows any more how often the filter has grown, but each layer follows from the one before. */
    private static Step<Void> unlinkFrom(Generation traced) {
        return PartitionSweep.unlinkAny(traced.newest()).then(isAny -> {
            FilterDescription filter = traced.description();
            return isAny && filter.overCapacity() == OverCapacity.GROW
                    ? unlinkFrom(
                            new Generation(Descriptions.withLayer(filter, LayerPlan.next(filter, traced.layout()))))
                    : new Step.Done<>(null);
        });
    }
}
