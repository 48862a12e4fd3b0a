package io.polybloom.listener;

/** Is told what has come of each operation of a filter object. Thread-safe. */
@FunctionalInterface
public interface FilterListener {

    /**
     * Takes the report of an operation that has ended, before its caller gets the answer. Called in the thread that has
     * ended it, which may be an event loop, while no connection is held. It must return soon: the answers of other
     * callers may wait for it. It may call the filter; those of its calls that run in its own thread are not reported.
     * If it throws, that is logged, and the answer is given all the same.
     *
     * <p>An operation is reported once. Not reported are arguments that were refused, operations whose future was
     * completed by somebody else, and those that an {@link Error} of the caller's code has ended.
     */
    void ended(OperationReport report);
}
