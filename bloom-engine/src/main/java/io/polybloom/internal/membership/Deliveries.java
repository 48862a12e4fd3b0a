package io.polybloom.internal.membership;

import io.polybloom.LostDataException;
import io.polybloom.UnsupportedFilterException;
import io.polybloom.internal.filter.OpenFilter;
import io.polybloom.internal.filter.Snapshot;
import io.polybloom.internal.model.CallElements;
import io.polybloom.step.Step;

/**
 * The deliveries by which one writer brings elements to an open filter, so that a repeated delivery gets its answer
 * again. Thread-safe.
 */
public interface Deliveries {

    /** Opens deliveries. */
    interface Room {

        /**
         * Opens the deliveries of a writer; nothing is sent.
         *
         * @throws IllegalArgumentException if a writer cannot have that name
         * @throws UnsupportedFilterException if the filter cannot tell deliveries apart
         */
        Deliveries open(OpenFilter filter, Snapshot snapshot, String writer);
    }

    /** Returns the name of the writer. */
    String writer();

    /**
     * Returns the steps that add elements; one answer per element.
     *
     * @param first the delivery of the first element; each further element has the next delivery
     */
    Step<boolean[]> add(Snapshot snapshot, long first, CallElements elements);

    /**
     * Returns the steps that forget the deliveries up to and including one.
     *
     * @throws LostDataException by the steps, if what is known of them was lost
     */
    Step<Void> settle(Snapshot snapshot, long upTo);

    /** Returns the steps that count the deliveries that are not settled. */
    Step<Long> count(Snapshot snapshot);
}
