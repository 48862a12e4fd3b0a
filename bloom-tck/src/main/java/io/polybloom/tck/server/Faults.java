package io.polybloom.tck.server;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** How a proxy behaves now; its connections ask before they pass anything on. */
final class Faults {

    /** How a connection ends. */
    enum Ending {
        NONE,
        END_OF_STREAM,
        RESET
    }

    /** How much of a piece of a reply may pass, and what happens to the connection after it. */
    record Admission(int length, Ending ending, Runnable accident) {}

    private static final Runnable NOTHING = () -> {};

    private boolean blackHole;
    private long delayNanos;
    private long bytesLeft;
    private Ending ending = Ending.NONE;
    private Runnable accident = NOTHING;

    synchronized void pass() {
        set(false, 0, 0, Ending.NONE);
    }

    synchronized void blackHole() {
        set(true, 0, 0, Ending.NONE);
    }

    synchronized void delay(Duration time) {
        if (time.isNegative()) {
            throw new IllegalArgumentException("a negative delay: " + time);
        }
        set(false, time.toNanos(), 0, Ending.NONE);
    }

    synchronized void endAfter(long replyBytes, Ending how, Runnable what) {
        if (replyBytes < 0) {
            throw new IllegalArgumentException("a negative number of bytes: " + replyBytes);
        }
        set(false, 0, replyBytes, how);
        accident = what;
    }

    /** Returns when requests may pass. */
    synchronized void holdRequest() throws InterruptedException {
        while (blackHole) {
            wait();
        }
    }

    /** Returns when a piece of a reply may pass, and how much of it. */
    synchronized Admission admitReply(int length) throws InterruptedException {
        long start = System.nanoTime();
        long left = delayNanos;
        while (blackHole || left > 0) {
            wait(blackHole ? 0 : TimeUnit.NANOSECONDS.toMillis(left) + 1);
            left = delayNanos - (System.nanoTime() - start);
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

    private void set(boolean hole, long nanos, long bytes, Ending how) {
        blackHole = hole;
        delayNanos = nanos;
        bytesLeft = bytes;
        ending = how;
        accident = NOTHING;
        notifyAll();
    }
}
