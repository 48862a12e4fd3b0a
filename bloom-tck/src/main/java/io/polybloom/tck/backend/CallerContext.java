package io.polybloom.tck.backend;

/**
 * A context to which an API binds the handlers of its callers: that of an event loop, or another context that runs one
 * action at a time.
 */
public interface CallerContext {

    /** Runs an action on this context, after the actions that it was given before; returns at once. */
    void run(Runnable action);

    /** Returns whether the calling code runs on this context. */
    boolean isCurrent();

    /** Returns whether this context belongs to an event loop, which must not be blocked. */
    boolean isEventLoop();
}
