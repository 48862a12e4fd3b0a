package io.polybloom.internal.membership;

import io.polybloom.internal.filter.OpenFilter;
import io.polybloom.internal.model.CallElements;
import io.polybloom.step.Step;

/**
 * A room that does something after each add to its filters, before the caller gets the answers: once for each call,
 * however often its commands are repeated. A call that is repeated under a claim is another call. Of rooms that want
 * the same filter, each has its turn, in the order of the table, until one fails.
 */
public interface AfterAdd {

    /** Returns whether the room wants the adds to a filter, which is asked once, when the filter is opened. */
    boolean wants(OpenFilter filter);

    /**
     * Returns the steps after an add. If they fail, so does the add, of which nothing is taken back: each element keeps
     * its outcome, and a {@link io.polybloom.BackendException} says that the add may have been applied.
     *
     * @param filter the filter, whose present generation may be a later one than that of the elements
     * @param elements all elements of the call with their outcomes; some are unknown if the add has failed
     */
    Step<Void> after(OpenFilter filter, CallElements elements);
}
