package io.polybloom.internal.membership;

import io.polybloom.ElementOutcome;
import io.polybloom.internal.element.Elements;
import io.polybloom.internal.filter.OpenFilter;
import io.polybloom.internal.filter.Snapshot;
import io.polybloom.internal.redis.Access;
import io.polybloom.step.Step;

/** Chooses the operation on many elements that fits a filter. */
public final class BulkOperations {

    private BulkOperations() {}

    /** Prepares an operation: {@link Access#ADD}, {@link Access#REMOVE} or a look-up. */
    public static BulkOperation of(OpenFilter filter, Access access, Elements elements) {
        if (access == Access.REMOVE) {
            return new BulkRemoval(filter, elements);
        }
        return onLayers(filter, access, elements);
    }

    /**
     * Returns the steps after one command that has added an element to a slice which has ended since: the element is
     * added to the present one, too.
     */
    static Step<boolean[]> renew(OpenFilter filter, Snapshot then, Elements element, ElementOutcome outcome) {
        return new BulkAdd(filter, element).renewAfter(then, outcome);
    }

    /** Prepares an operation that removes nothing: {@link Access#ADD} or a look-up. */
    static LayeredOperation onLayers(OpenFilter filter, Access access, Elements elements) {
        return access == Access.ADD ? new BulkAdd(filter, elements) : new BulkLookUp(filter, access, elements);
    }
}
