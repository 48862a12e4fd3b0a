package io.polybloom.tck.server;

import java.util.Locale;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The current behaviour of a proxy; its connections consult it before they pass anything on. */
final class Faults {

    /** How a connection ends. */
    enum Ending {
        NONE,
        END_OF_STREAM,
        RESET
    }

    /** The part of a reply that may pass, and the fate of the connection after it. */
    record Admission(int length, Ending ending, Runnable accident) {}

    private static final Runnable NOTHING = () -> {};

    private boolean blackHole;
    private @Nullable String heldCommand;
    private long bytesLeft;
    private Ending ending = Ending.NONE;
    private Runnable accident = NOTHING;

    synchronized void pass() {
        set(false, 0, Ending.NONE);
    }

    synchronized void blackHole() {
        set(true, 0, Ending.NONE);
    }

    synchronized void holdRepliesTo(String command) {
        set(false, 0, Ending.NONE);
        heldCommand = command.toUpperCase(Locale.ROOT);
    }

    /** Returns whether the replies of the connection on which a request came are to be held. */
    synchronized boolean holdsReplyTo(String request) {
        return heldCommand != null && request.toUpperCase(Locale.ROOT).contains(heldCommand);
    }

    synchronized void endAfter(long replyBytes, Ending how, Runnable what) {
        if (replyBytes < 0) {
            throw new IllegalArgumentException("a negative number of bytes: " + replyBytes);
        }
        set(false, replyBytes, how);
        accident = what;
    }

    /** Returns when requests may pass. */
    synchronized void holdRequest() throws InterruptedException {
        while (blackHole) {
            wait();
        }
    }

    /**
     * Returns when a piece of a reply may pass, and how much of it.
     *
     * @param held whether its connection has carried a command whose replies are held
     */
    synchronized Admission admitReply(int length, BooleanSupplier held) throws InterruptedException {
        while (blackHole || heldCommand != null && held.getAsBoolean()) {
            wait();
        }
        if (ending == Ending.NONE) {
            return new Admission(length, Ending.NONE, NOTHING);
        }
        int admitted = (int) Math.min(length, bytesLeft);
        bytesLeft -= admitted;
        if (bytesLeft > 0) {
            return new Admission(admitted, Ending.NONE, NOTHING);
        }
        Admission last = new Admission(admitted, ending, accident);
        pass();
        return last;
    }

    private void set(boolean hole, long bytes, Ending how) {
        blackHole = hole;
        heldCommand = null;
        bytesLeft = bytes;
        ending = how;
        accident = NOTHING;
        notifyAll();
    }
}
