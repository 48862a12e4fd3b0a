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
    private final BooleanSupplier isInTime;
    private final AtomicReference<State> state = new AtomicReference<>(State.UNSENT);
    private volatile boolean isLate;

    /**
     * Creates a guard.
     *
     * @param isInTime asked before the command is sent: once what must precede it is answered, or the link is lost, the
     *     command would come too late
     */
    SendGuard(boolean isWrite, BooleanSupplier isInTime) {
        this.isWrite = isWrite;
        this.isInTime = isInTime;
    }

    /**
     * Returns false for a write that was sent before, for a command that has ended, and for one that comes too late.
     */
    @Override
    public boolean letPass() {
        boolean inTime = isInTime.getAsBoolean();
        if (!inTime) {
            isLate = true;
        }
        State now = state.updateAndGet(before -> inTime ? afterOneMore(before) : sentNoMore(before));
        return inTime && now == State.SENT;
    }

    private static State sentNoMore(State before) {
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

    /** Withdraws also what was sent: its reply may still be a redirect, which must not be followed. */
    @Override
    public void withdraw() {
        state.updateAndGet(SendGuard::sentNoMore);
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
    public boolean isLate() {
        return isLate;
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
