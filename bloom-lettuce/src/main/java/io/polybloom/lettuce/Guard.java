package io.polybloom.lettuce;

/**
 * Decides whether a command becomes bytes, and knows whether it may have reached a server. After a reconnect Lettuce
 * writes the commands in flight again, regardless of its {@code replayFilter}; a guard intervenes when they are
 * encoded, so none of the client's options can bypass it. Thread-safe.
 */
interface Guard {

    /** Decides each time that the command is about to become bytes whether it may be sent. */
    boolean letPass();

    /** Records that the reply was an error: it proves that the command had no effect, so a redirect may be followed. */
    void refusedByServer();

    /**
     * Prevents the command from being sent from now on, unless it is owed, since it has ended. After this,
     * {@link #mayHaveBeenSent} does not change any more.
     */
    void withdraw();

    /** Returns whether the command must be sent although it has ended. */
    boolean isOwed();

    /** Returns whether the command was prevented from being sent; if so, the answer is not its reply. */
    boolean hasRefused();

    /** Returns whether the command was once not sent because one that must precede it had been answered. */
    boolean isLate();

    /** Returns whether a server may have executed the command. */
    boolean mayHaveBeenSent();

    /** Returns whether a command that is not sent leaves a group open on its link, which DISCARD in its place ends. */
    boolean endsGroup();
}
