package io.polybloom.internal.open;

import io.polybloom.FilterDescription;
import io.polybloom.OverCapacity;
import io.polybloom.internal.model.Descriptions;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.LayerPlan;
import io.polybloom.internal.redis.PartitionSweep;
import io.polybloom.internal.window.Present;
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
                ? unlinkAll(new Generation(traced.next())).then(removed -> unlink(traced))
                : Step.done();
    }

    /**
     * Removes the partitions of a generation of which not all layers may be known: it is no longer known how often the
     * filter has grown, but each layer follows from the one before. All of them are looked up before the first one is
     * removed. The layer after the last one is also removed, since another client may be opening it.
     */
    static Step<Void> unlinkAll(Generation known) {
        return known.description().overCapacity() == OverCapacity.GROW
                ? unlinkGrown(known)
                : Present.layersAtAnyTime(known).then(PartitionSweep::unlink);
    }

    /**
     * Removes the keys of a generation after its known layers, and these again. They may be gone already, so that the
     * layer after them shows whether there are more.
     */
    static Step<Void> unlinkBehind(Generation known) {
        return unlinkAll(known.description().overCapacity() == OverCapacity.GROW ? withNext(known) : known);
    }

    private static Step<Void> unlinkGrown(Generation found) {
        return PartitionSweep.existsAny(found.newest())
                .then(exists -> exists ? unlinkGrown(withNext(found)) : PartitionSweep.unlink(found.layers()));
    }

    private static Generation withNext(Generation found) {
        FilterDescription filter = found.description();
        return new Generation(Descriptions.withLayer(filter, LayerPlan.next(filter, found.layout())));
    }
}
