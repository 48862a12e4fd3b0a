package io.polybloom.internal.capacity;

import io.polybloom.BloomFilterException;
import io.polybloom.FilterStats;
import io.polybloom.LayerStats;
import io.polybloom.internal.filter.OpenFilter;
import io.polybloom.internal.filter.Precision;
import io.polybloom.internal.filter.Recovery;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.redis.Access;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Reply;
import io.polybloom.step.Step;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Measures layers of a filter from samples of their bits. */
public final class Sampling implements Step.Receiver {

    private static final int WINDOW = 8;

    private final OpenFilter filter;
    private final Generation generation;
    private final List<LayerSample> samples;
    private final Precision precision;
    private final boolean mayRepeat;
    private final List<Partition> dead = new ArrayList<>();
    private @Nullable BloomFilterException failure;

    private Sampling(OpenFilter filter, Precision precision, boolean mayRepeat) {
        this.filter = filter;
        this.generation = filter.generation();
        this.precision = precision;
        this.mayRepeat = mayRepeat;
        List<Layer> layers = precision == Precision.EXACT ? generation.layers() : List.of(generation.newest());
        this.samples =
                layers.stream().map(layer -> new LayerSample(layer, precision)).toList();
    }

    /** Measures all layers of the generation that is stored now. */
    public static Step<FilterStats> allLayers(OpenFilter filter) {
        return filter.refresh().then(current -> new Sampling(filter, Precision.EXACT, true).send());
    }

    /** Measures the newest layer that the client knows of, less exactly. */
    public static Step<FilterStats> newestLayer(OpenFilter filter, Precision precision) {
        return new Sampling(filter, precision, true).send();
    }

    @Override
    public boolean receive(Batch batch, List<Reply> replies) {
        try {
            for (LayerSample sample : samples) {
                sample.take(batch, replies).ifPresent(dead::add);
            }
        } catch (BloomFilterException refused) {
            failure = failure == null ? refused : failure;
        }
        return failure == null;
    }

    private Step<FilterStats> send() {
        Iterator<Batch> batches = samples.stream().flatMap(LayerSample::batches).iterator();
        return new Step.Send<>(batches, WINDOW, this, this::conclude);
    }

    private Step<FilterStats> conclude() {
        if (failure != null) {
            throw failure;
        }
        if (!dead.isEmpty()) {
            if (!mayRepeat) {
                throw Recovery.changedTwice(generation);
            }
            Recovery recovery = new Recovery(filter, generation, Access.LOOK_UP, dead);
            return recovery.findSuccessor().then(successor -> new Sampling(filter, precision, false).send());
        }
        List<LayerStats> layers = samples.stream()
                .map(sample -> sample.stats(generation.layout()))
                .toList();
        return new Step.Done<>(new FilterStats(generation.description(), layers));
    }
}
