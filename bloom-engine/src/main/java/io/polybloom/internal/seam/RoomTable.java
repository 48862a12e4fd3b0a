package io.polybloom.internal.seam;

import java.util.List;

/** The table of all rooms, which is loaded as a service: so the core imports none of them. */
public interface RoomTable {

    /** Returns what the rooms answer by: objects without state, each of which implements seams. */
    List<Object> rooms();
}
