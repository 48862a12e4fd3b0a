package io.polybloom.tck.backend;

/**
 * A context to which an API binds the handlers of its callers: that of an event loop, or another one without
 * concurrency.
 */
public interface CallerContext {

    /** Runs an action on this context, after the actions that it was given before; returns at once. */
    void run(Runnable action);

    /** Returns whether the calling code runs on this context. */
    boolean isCurrent();

    /** Returns whether it belongs to an event loop, which must not be blocked. */
    boolean isEventLoop();
}
