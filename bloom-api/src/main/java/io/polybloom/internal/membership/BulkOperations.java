package io.polybloom.internal.membership;

import io.polybloom.internal.element.Elements;
import io.polybloom.internal.filter.OpenFilter;
import io.polybloom.internal.redis.Access;

/** Chooses the operation on many elements that fits a filter. */
public final class BulkOperations {

    private BulkOperations() {}

    /** Prepares an operation: {@link Access#ADD}, {@link Access#REMOVE} or a look-up. */
    public static BulkOperation of(OpenFilter filter, Access access, Elements elements) {
        if (access == Access.REMOVE) {
            return new BulkRemoval(filter, elements);
        }
        if (filter.forgets() && access == Access.ADD) {
            return new WindowedAdd(filter, elements);
        }
        return onLayers(filter, access, elements);
    }

    /** Prepares an operation on a filter that does not forget: {@link Access#ADD} or a look-up. */
    static LayeredOperation onLayers(OpenFilter filter, Access access, Elements elements) {
        return access == Access.ADD ? new BulkAdd(filter, elements) : new BulkLookUp(filter, access, elements);
    }
}
