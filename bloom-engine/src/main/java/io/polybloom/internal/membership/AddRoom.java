package io.polybloom.internal.membership;

import io.polybloom.internal.filter.OpenFilter;
import io.polybloom.internal.model.CallElements;
import java.util.Optional;

/** A room that adds elements to its filters in a way of its own. */
public interface AddRoom {

    /** Prepares an add of elements if the filter is one of the room's. */
    Optional<BulkAdd> add(OpenFilter filter, CallElements elements);
}
