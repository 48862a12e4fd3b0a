package io.polybloom.tck.backend;

/**
 * A context to which an API binds the handlers of its callers: an event loop's, or another place without concurrency.
 */
public interface CallerContext {

    /** Runs an action on this context, after the actions that were given to it before; returns at once. */
    void run(Runnable action);

    /** Returns whether the calling code runs on this context. */
    boolean isCurrent();

    /** Returns whether it belongs to an event loop, which nothing may block. */
    boolean isEventLoop();
}
