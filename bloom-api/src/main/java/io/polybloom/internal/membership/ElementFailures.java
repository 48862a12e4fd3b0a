package io.polybloom.internal.membership;

import io.polybloom.ElementOutcome;
import io.polybloom.OverCapacityException;
import io.polybloom.PartialBulkException;

/** Makes the exceptions of single elements from those of bulk operations, and the other way round. */
public final class ElementFailures {

    private ElementFailures() {}

    /** Returns the exception that refuses some elements of a full filter. */
    static OverCapacityException refusal(String name, long capacity, int elements) {
        return new OverCapacityException(
                name,
                capacity,
                "the filter '" + name + "' is full: its capacity of " + capacity + " is reached, and " + elements
                        + (elements == 1 ? " new element was" : " new elements were")
                        + " refused and not written. Rebuild it with a larger capacity, or use a filter that grows");
    }

    /** Returns the exception of a bulk operation that failed partway, as if it had been about this element only. */
    public static RuntimeException ofElement(PartialBulkException failure, int index) {
        RuntimeException reason = withoutOutcomes(failure);
        return failure.outcomes().get(index) == ElementOutcome.REFUSED && reason instanceof OverCapacityException full
                ? refusal(full.name(), full.capacity(), 1)
                : reason;
    }

    /** Returns the failure of a bulk operation, without the outcomes of its elements. */
    public static RuntimeException withoutOutcomes(RuntimeException failure) {
        return failure instanceof PartialBulkException partial ? partial.getCause() : failure;
    }
}
