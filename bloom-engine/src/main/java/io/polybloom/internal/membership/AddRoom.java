package io.polybloom.internal.membership;

import io.polybloom.internal.filter.OpenFilter;
import io.polybloom.internal.model.CallElements;
import java.util.Optional;

/** A room that adds elements to its filters, of which only a part counts at a time, in a way of its own. */
public interface AddRoom {

    /** Prepares an add of elements if the filter, which is timed, is one of the room's. */
    Optional<BulkAdd> add(OpenFilter filter, CallElements elements);
}
