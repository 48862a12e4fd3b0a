package io.polybloom.internal.server;

import io.polybloom.BloomFilterException;
import io.polybloom.FilterSpec;
import io.polybloom.internal.capacity.Precision;
import io.polybloom.internal.capacity.Sample;
import io.polybloom.internal.capacity.SampleRoom;
import io.polybloom.internal.filter.OpenFilter;
import io.polybloom.internal.lifecycle.Lifecycle;
import io.polybloom.internal.lifecycle.LifecycleRoom;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.model.PartitionKeysRoom;
import io.polybloom.internal.model.Storage;
import io.polybloom.internal.model.StorageRoom;
import io.polybloom.internal.opening.Opening;
import io.polybloom.internal.opening.OpeningRoom;
import io.polybloom.internal.redis.RefusalRoom;
import io.polybloom.layout.ForeignLayout;
import io.polybloom.layout.Layout;
import io.polybloom.step.Environment;
import java.util.List;
import java.util.Optional;

/** What the core asks about filters whose bits the server stores. */
public final class ServerRoom
        implements LifecycleRoom, OpeningRoom, PartitionKeysRoom, RefusalRoom, SampleRoom, StorageRoom {

    @Override
    public Optional<Storage> storage(Layout layout) {
        return layout.module()
                .map(module -> reserved(layout)
                        .<Storage>map(names -> new ReservedStorage(module, names))
                        .orElseGet(() -> new ServerStorage(module)));
    }

    @Override
    public List<String> keysBeside(String partition) {
        return List.of(ServerStorage.nameBeside(partition));
    }

    @Override
    public Optional<BloomFilterException> complaint(Refusal refusal) {
        return ModuleCommands.complaint(refusal);
    }

    @Override
    public Optional<Sample> sample(Layer layer, Precision precision) {
        return layer.storage() instanceof ServerStorage ? Optional.of(new ModuleSample(layer)) : Optional.empty();
    }

    @Override
    public Optional<Opening> opening(FilterSpec spec, Layout layout, Environment environment) {
        return reserved(layout).map(names -> new ReservedOpening(spec.name(), names, environment));
    }

    @Override
    public Optional<Lifecycle> lifecycle(OpenFilter filter) {
        return reserved(filter.snapshot().generation().layout()).map(names -> new ReservedLifecycle(filter));
    }

    /** Returns the layout if it is that of filters that somebody else has made. */
    private static Optional<ForeignLayout> reserved(Layout layout) {
        return layout.module().isPresent() ? layout.foreign() : Optional.empty();
    }
}
