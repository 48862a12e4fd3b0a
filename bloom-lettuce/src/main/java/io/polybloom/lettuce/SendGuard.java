package io.polybloom.lettuce;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;

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
    private final BooleanSupplier isHere;
    private final AtomicReference<State> state = new AtomicReference<>(State.UNSENT);

    SendGuard(boolean isWrite) {
        this(isWrite, () -> true);
    }

    /**
     * Creates a guard for a command that belongs to others.
     *
     * @param isHere returns whether the link on which the command is about to be sent is that of the others
     */
    SendGuard(boolean isWrite, BooleanSupplier isHere) {
        this.isWrite = isWrite;
        this.isHere = isHere;
    }

    /**
     * Decides each time that the command is about to become bytes whether it may be sent.
     *
     * @return false for a write that was sent before, for a command whose caller has given up, and on another link than
     *     that of the others
     */
    boolean letPass() {
        boolean here = isHere.getAsBoolean();
        State now = state.updateAndGet(before -> here ? afterOneMore(before) : afterAnotherLink(before));
        return here && now == State.SENT;
    }

    private static State afterAnotherLink(State before) {
        return switch (before) {
            case UNSENT -> State.WITHDRAWN;
            case SENT -> State.REFUSED;
            case REFUSED, WITHDRAWN -> before;
        };
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
