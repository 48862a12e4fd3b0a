package io.polybloom.internal.membership;

import io.polybloom.LostDataException;
import io.polybloom.internal.filter.OpenFilter;
import io.polybloom.internal.filter.Snapshot;
import io.polybloom.internal.model.CallElements;
import io.polybloom.internal.redis.Access;
import io.polybloom.step.Step;

/** Removes elements from the one layer of a filter that counts them, in one portion. */
public final class BulkRemoval extends BulkOperation {

    /** Prepares a removal of elements. */
    public BulkRemoval(OpenFilter filter, CallElements elements) {
        super(filter, Access.REMOVE, elements);
    }

    @Override
    protected Step<boolean[]> portion(Snapshot snapshot) {
        to = elements.size();
        return pass(
                snapshot, unknown(), Access.REMOVE, snapshot.generation().layers(), removed -> nextPortion(snapshot));
    }

    /**
     * Nothing is removed from a generation that the caller has not seen: the elements to remove went with the old one,
     * and in the new one their counters belong to other elements.
     */
    @Override
    protected Step<boolean[]> repeatIn(Snapshot snapshot, Snapshot successor) {
        String name = snapshot.generation().description().name();
        throw report(new LostDataException(
                name,
                "the filter '" + name + "' was cleared by another client, so the elements to remove are gone with all"
                        + " others, and nothing was removed from the new contents. This exception comes once: call"
                        + " again only for elements that were added since the clear"));
    }
}
