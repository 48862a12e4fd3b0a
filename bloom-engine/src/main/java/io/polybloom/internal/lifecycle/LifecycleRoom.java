package io.polybloom.internal.lifecycle;

import io.polybloom.internal.filter.OpenFilter;
import java.util.Optional;

/** A room whose filters are emptied, expire and are removed in a way of their own. */
public interface LifecycleRoom {

    /** Returns the way in which this is done for an open filter; empty if it is not one of the room's. */
    Optional<Lifecycle> lifecycle(OpenFilter filter);
}
