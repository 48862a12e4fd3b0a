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
        REFUSED,
        WITHDRAWN
    }

    private final boolean isWrite;
    private final AtomicReference<State> state = new AtomicReference<>(State.UNSENT);

    SendGuard(boolean isWrite) {
        this.isWrite = isWrite;
    }

    /**
     * Is called each time that the command is about to become bytes.
     *
     * @return false if it must not: it is a write that was sent before, or a command whose caller has given up
     */
    boolean letPass() {
        State now = state.updateAndGet(this::afterOneMore);
        return now == State.SENT;
    }

    private State afterOneMore(State before) {
        return switch (before) {
            case UNSENT -> State.SENT;
            case SENT -> isWrite ? State.REFUSED : State.SENT;
            case REFUSED, WITHDRAWN -> before;
        };
    }

    /** Notes that an error was the answer: it proves that the command had no effect, so a redirect may be followed. */
    void refusedByServer() {
        state.compareAndSet(State.SENT, State.UNSENT);
    }

    /** Keeps a command that was not sent from being sent later. */
    void withdraw() {
        state.compareAndSet(State.UNSENT, State.WITHDRAWN);
    }

    /** Returns whether the command was kept from being sent, so that what was answered is not its reply. */
    boolean hasRefused() {
        return state.get() == State.REFUSED || state.get() == State.WITHDRAWN;
    }

    /** Returns whether a server may have executed the command. */
    boolean mayHaveBeenSent() {
        return state.get() == State.SENT || state.get() == State.REFUSED;
    }
}
