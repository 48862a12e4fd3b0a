package io.polybloom.internal.model;

import io.polybloom.layout.Layout;
import java.util.Optional;

/** A room whose filters are stored in a way of their own. */
public interface StorageRoom {

    /** Returns the storage of all filters of a layout; empty if it is not one of the room's. */
    Optional<Storage> storage(Layout layout);
}
