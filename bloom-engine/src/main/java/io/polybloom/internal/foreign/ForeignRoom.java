package io.polybloom.internal.foreign;

import io.polybloom.FilterSpec;
import io.polybloom.internal.filter.OpenFilter;
import io.polybloom.internal.lifecycle.Lifecycle;
import io.polybloom.internal.lifecycle.LifecycleRoom;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Storage;
import io.polybloom.internal.model.StorageRoom;
import io.polybloom.internal.opening.Opening;
import io.polybloom.internal.opening.OpeningRoom;
import io.polybloom.internal.transfer.CopyRoom;
import io.polybloom.internal.transfer.CopySource;
import io.polybloom.internal.transfer.CopyTarget;
import io.polybloom.layout.ForeignLayout;
import io.polybloom.layout.Layout;
import io.polybloom.step.Environment;
import java.util.Optional;

/** What the core asks about the filters of other systems whose bits clients read and write. */
public final class ForeignRoom implements CopyRoom, LifecycleRoom, OpeningRoom, StorageRoom {

    @Override
    public Optional<Storage> storage(Layout layout) {
        return known(layout).map(ForeignStorage::new);
    }

    @Override
    public Optional<Opening> opening(FilterSpec spec, Layout layout, Environment environment) {
        return known(layout).map(foreign -> new ForeignOpening(spec, foreign, environment));
    }

    @Override
    public Optional<Lifecycle> lifecycle(OpenFilter filter) {
        Generation generation = filter.snapshot().generation();
        return known(generation.layout())
                .map(foreign -> new ForeignLifecycle(
                        filter,
                        ForeignConfig.of(
                                filter.name(), foreign, generation.description().servers())));
    }

    @Override
    public Optional<CopyTarget> copy(CopySource source, String name) {
        return source.generation().layout().foreign().map(foreign -> new ForeignCopy(source, foreign, name));
    }

    private static Optional<ForeignLayout> known(Layout layout) {
        return layout.foreign().filter(foreign -> foreign.module().isEmpty());
    }
}
