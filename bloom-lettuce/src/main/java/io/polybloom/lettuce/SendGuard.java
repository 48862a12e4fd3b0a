package io.polybloom.lettuce;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;

/** Prevents a write on a shared connection from reaching a server twice. */
final class SendGuard implements Guard {

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
     * Returns false for a write that was sent before, for a command whose caller has given up, and on another link than
     * that of the others.
     */
    @Override
    public boolean letPass() {
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

    @Override
    public void refusedByServer() {
        state.compareAndSet(State.SENT, State.UNSENT);
    }

    @Override
    public void withdraw() {
        state.compareAndSet(State.UNSENT, State.WITHDRAWN);
    }

    @Override
    public boolean isOwed() {
        return false;
    }

    @Override
    public boolean hasRefused() {
        return state.get() == State.REFUSED || state.get() == State.WITHDRAWN;
    }

    @Override
    public boolean mayHaveBeenSent() {
        return state.get() == State.SENT || state.get() == State.REFUSED;
    }

    @Override
    public boolean endsGroup() {
        return false;
    }
}
