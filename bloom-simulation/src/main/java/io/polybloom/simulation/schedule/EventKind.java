package io.polybloom.simulation.schedule;

/** The events of a simulated world. */
public enum EventKind {
    /** An actor begins its next operation. */
    START(false),
    /** The server executes the next command of a batch. */
    EXECUTE(false),
    /** The server refuses a group of commands: it executes none of them. */
    REFUSE(true),
    /** The replies to a batch reach their actor. */
    DELIVER(false),
    /** A command that was held back arrives after all and is executed. */
    ARRIVE(false),
    /** All actors have finished, and no fault comes before the world is judged. */
    REST(false),
    /** A connection breaks: commands that the server has not executed never reach it. */
    CUT(true),
    /** A connection breaks for its caller, but the commands stay on their way and may arrive later. */
    HOLD(true),
    /** An actor stops forever. */
    DIE(true),
    /** The server evicts a key. */
    EVICT(true),
    /** The clock moves. */
    TICK(true),
    /** The clock of a server is set forward or back. */
    SHIFT(true),
    /** The clock of a client is set forward or back. */
    CLIENT_SHIFT(true),
    /** The server loses all keys. */
    FORGET(true),
    /** A replica takes over that lacks the last writes. */
    FAIL_OVER(true),
    /** A replica takes over that may lack the last writes, and the old primary still answers the clients. */
    DEMOTE(true),
    /** The connections of a client lead from an old primary to the new one, or back. */
    REDIRECT(false),
    /** A server begins to refuse writes, or ceases to. */
    AIL(true),
    /** A replica does not acknowledge in time what a client waits for. */
    LAG(true);

    private final boolean fault;

    EventKind(boolean fault) {
        this.fault = fault;
    }

    /** Returns whether the event is counted against the world's budget of faults. */
    public boolean isFault() {
        return fault;
    }
}
