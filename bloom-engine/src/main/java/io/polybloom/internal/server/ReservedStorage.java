package io.polybloom.internal.server;

import io.polybloom.FilterDescription;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.model.Place;
import io.polybloom.layout.ForeignLayout;
import io.polybloom.layout.ModuleLayout;

/** A filter that somebody else has made with {@code BF.RESERVE}, under the key of its only partition. */
final class ReservedStorage extends ServerStorage {

    private final ForeignLayout names;

    ReservedStorage(ModuleLayout layout, ForeignLayout names) {
        super(layout);
        this.names = names;
    }

    @Override
    public boolean isVersioned() {
        return false;
    }

    @Override
    protected Place place(Layer layer, int partition) {
        FilterDescription filter = layer.filter();
        ForeignLayout.Place place = names.place(filter.name(), layer.geometry(), filter.servers(), partition);
        return new Place(place.server(), place.number(), place.key(), place.bits());
    }

    @Override
    public byte[] keyOfElements(Partition partition) {
        return partition.key();
    }
}
