package io.polybloom.lettuce;

import java.util.concurrent.atomic.AtomicReference;

/**
 * Knows whether a command may have reached a server, and refuses to let a write do so twice. After a reconnect Lettuce
 * writes the commands in flight again, whatever its {@code replayFilter} says; this guard stands where they become
 * bytes, so none of the client's options can go around it. Thread-safe.
 */
final class SendGuard {

    private enum State {
        UNSENT,
        SENT,
        WITHDRAWN
    }

    private final boolean isWrite;
    private final AtomicReference<State> state = new AtomicReference<>(State.UNSENT);

    SendGuard(boolean isWrite) {
        this.isWrite = isWrite;
    }

    /**
     * Is called before each time that the command becomes bytes.
     *
     * @throws IllegalStateException if it is a write that was sent before, or a command whose caller has given up
     */
    void beforeSending() {
        State before = state.getAndUpdate(known -> known == State.WITHDRAWN ? known : State.SENT);
        if (before == State.WITHDRAWN) {
            throw new IllegalStateException("nobody waits for the answer any more, and the command is not sent");
        }
        if (before == State.SENT && isWrite) {
            throw new IllegalStateException("the connection was lost, and a write is not sent again");
        }
    }

    /** Notes that an error was the answer: it proves that the command had no effect, so a redirect may be followed. */
    void refusedByServer() {
        state.compareAndSet(State.SENT, State.UNSENT);
    }

    /** Keeps a command that was not sent from being sent later. */
    void withdraw() {
        state.compareAndSet(State.UNSENT, State.WITHDRAWN);
    }

    /** Returns whether a server may have executed the command. */
    boolean mayHaveBeenSent() {
        return state.get() == State.SENT;
    }
}
