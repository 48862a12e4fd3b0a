package io.polybloom.listener;

/** Receives a report on each operation of a filter object. Implementations must be thread-safe. */
@FunctionalInterface
public interface FilterListener {

    /**
     * Receives the report on an operation that has ended, before its caller gets the answer. Called by the thread that
     * ended the operation, which may be that of an event loop, while no connection is held. The method must return
     * soon, since the answers of other callers may wait for it. It may call the filter; such calls are not reported if
     * they run in the same thread. An exception that the method throws is logged, and the caller still gets the answer.
     *
     * <p>Each operation is reported once. Operations are not reported if their arguments were refused, if somebody else
     * completed their future, or if an {@link Error} of the caller's code ended them.
     */
    void ended(OperationReport report);
}
