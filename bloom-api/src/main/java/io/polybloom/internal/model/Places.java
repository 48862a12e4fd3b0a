package io.polybloom.internal.model;

import io.polybloom.FilterDescription;
import io.polybloom.layout.ForeignLayout;
import io.polybloom.layout.ForeignLayout.Place;
import io.polybloom.layout.Geometry;
import io.polybloom.layout.Layout;
import io.polybloom.layout.ModuleLayout;

/** Where the partitions of a layer live. */
@FunctionalInterface
interface Places {

    Place of(int partition);

    /**
     * Returns the places of a layer of a filter.
     *
     * @param bitsOfACell the bits of a partition that stand for each bit of the layout
     */
    static Places of(FilterDescription filter, Layout layout, Geometry shape, long layer, int bitsOfACell) {
        int servers = filter.servers();
        if (layout instanceof ForeignLayout foreign) {
            return partition -> foreign.place(filter.name(), shape, servers, partition);
        }
        KeyNames keys = new KeyNames(filter.name());
        // If the server stores the bits, the partition consists of its trailer only.
        long bits = layout instanceof ModuleLayout ? 0 : shape.partitionBits() * bitsOfACell;
        return partition ->
                new Place(partition % servers, partition, keys.partition(partition, filter.generation(), layer), bits);
    }
}
