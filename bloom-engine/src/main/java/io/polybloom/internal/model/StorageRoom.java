package io.polybloom.internal.model;

import io.polybloom.layout.Layout;
import java.util.List;
import java.util.Optional;

/** A room whose filters are stored in a way of their own. */
public interface StorageRoom {

    /** Returns the storage of all filters of a layout; empty if it is not one of the room's. */
    Optional<Storage> storage(Layout layout);

    /**
     * Returns the names of the keys that such a storage may keep beside one of Polybloom's partitions, in its slot.
     *
     * @param partition the key of the partition
     */
    default List<String> keysBeside(String partition) {
        return List.of();
    }
}
