package io.polybloom.internal.capacity;

import io.polybloom.FilterStats;
import io.polybloom.LayerStats;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.redis.Steps;
import io.polybloom.spi.Batch;
import io.polybloom.step.Step;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** Measures layers of a generation from samples of their bits. */
public final class Sampling {

    /**
     * The largest number of batches of a sample in flight. A compromise: more hide the round trips of a slow network,
     * and hold more connections.
     */
    private static final int MOST_IN_FLIGHT = 8;

    private final Generation generation;
    private final List<Sample> samples;
    private final List<Partition> dead = new ArrayList<>();

    /** Prepares the measurement of some layers of a generation. */
    public Sampling(Generation generation, List<Layer> layers, Precision precision) {
        this.generation = generation;
        this.samples = layers.stream().map(layer -> Sample.of(layer, precision)).toList();
    }

    /** Returns the steps of the measurement. */
    public Step<Void> run() {
        Iterator<Batch> batches = samples.stream().flatMap(Sample::batches).iterator();
        return Steps.all(
                batches,
                MOST_IN_FLIGHT,
                (batch, replies) ->
                        samples.forEach(sample -> sample.take(batch, replies).ifPresent(dead::add)),
                Step::done);
    }

    /** Returns the partitions that are not alive; if there are any, nothing was measured. */
    public List<Partition> dead() {
        return dead;
    }

    /** Returns the measurements, in the order in which the layers were given. */
    public FilterStats stats() {
        List<LayerStats> layers = samples.stream()
                .flatMap(sample -> sample.stats(generation.layout()).stream())
                .toList();
        return new FilterStats(generation.description(), layers);
    }
}
