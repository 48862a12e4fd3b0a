package io.polybloom.internal.growth;

import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.redis.Bitfield;
import io.polybloom.internal.redis.PartitionSweep;
import io.polybloom.step.Step;
import java.util.List;

/** Seals layers: they take no new elements any more. */
public final class Sealing {

    private Sealing() {}

    /**
     * Seals all partitions of a layer; the value holds the partitions that are not alive, which it has created again.
     */
    static Step<List<Partition>> of(Layer layer) {
        return PartitionSweep.sweep(layer.partitions(), partition -> List.of(Bitfield.seal(partition)));
    }

    /**
     * Seals the layer before one that is to get elements, if there is one; the value holds its partitions that are not
     * alive. The client that has opened the layer may have died before it did so, and an add that met no seal would not
     * look for the elements in the layers after it.
     */
    public static Step<List<Partition>> before(Layer layer) {
        return layer.index() == 0
                ? Step.done(List.of())
                : of(new Generation(layer.filter()).layers().get(layer.index() - 1));
    }
}
