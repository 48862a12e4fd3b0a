package io.polybloom.lettuce;

import java.util.concurrent.atomic.AtomicReference;

/**
 * Knows whether a command may have reached a server, and prevents a write from doing so twice. After a reconnect
 * Lettuce writes the commands in flight again, regardless of its {@code replayFilter}; this guard intervenes when they
 * are encoded, so none of the client's options can bypass it. Thread-safe.
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
     * Decides each time that the command is about to become bytes whether it may be sent.
     *
     * @return false for a write that was sent before, and for a command whose caller has given up
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

    /** Records that the reply was an error: it proves that the command had no effect, so a redirect may be followed. */
    void refusedByServer() {
        state.compareAndSet(State.SENT, State.UNSENT);
    }

    /** Prevents a command that was not sent from being sent later. */
    void withdraw() {
        state.compareAndSet(State.UNSENT, State.WITHDRAWN);
    }

    /** Returns whether the command was prevented from being sent; if so, the answer is not its reply. */
    boolean hasRefused() {
        return state.get() == State.REFUSED || state.get() == State.WITHDRAWN;
    }

    /** Returns whether a server may have executed the command. */
    boolean mayHaveBeenSent() {
        return state.get() == State.SENT || state.get() == State.REFUSED;
    }
}
