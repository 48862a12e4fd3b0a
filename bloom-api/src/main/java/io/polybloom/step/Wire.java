package io.polybloom.step;

import java.util.Arrays;

/**
 * What large transfers have shown about the way between this client and its servers: how long a byte takes. Has no
 * clock of its own; its caller tells the time of each transfer. Thread-safe.
 *
 * <p>Much can make a transfer look slower than the wire is: a lock, the garbage collector, another thread's transfer, a
 * round trip. Nothing makes it look faster. So the fastest of the last few counts: an unlucky one changes nothing, and
 * a network that has become slower is known as soon as they all show it.
 */
public final class Wire {

    /** What counts until something has been seen: 5 Gbit/s. */
    private static final double BEGINNING = 1.6;

    /** That of the fastest wire that matters, 40 Gbit/s: beyond it, the server takes more time than the wire. */
    private static final double LEAST = 0.2;

    /** How many transfers count. A compromise: more forgive more bad luck, fewer follow a change of the network. */
    private static final int REMEMBERED = 8;

    /** Smaller transfers say more about the round trip than about the wire. */
    private static final long LEAST_BYTES = 1 << 18;

    /** What trials may cost: at most one part in this many of what the calls between them cost. */
    private static final int SHARE_OF_TRIALS = 32;

    /** The same until the first transfer has been seen. */
    private static final int SHARE_OF_FIRST_TRIAL = 4;

    private final boolean learns;
    private final double[] last = new double[REMEMBERED];
    private int seen;
    private double credit;
    private volatile double nanosPerByte;

    private Wire(boolean learns, double nanosPerByte) {
        this.learns = learns;
        this.nanosPerByte = nanosPerByte;
        Arrays.fill(last, nanosPerByte);
    }

    /** Returns a wire that nobody has seen yet, and that counts as one of 5 Gbit/s until then. */
    public static Wire unknown() {
        return new Wire(true, BEGINNING);
    }

    /** Returns one that is known: it costs next to nothing, as within one process. */
    public static Wire none() {
        return new Wire(false, LEAST);
    }

    /** Returns how many nanoseconds a byte takes in either direction. */
    public double nanosPerByte() {
        return nanosPerByte;
    }

    /** Returns how many nanoseconds a byte takes on a wire that is no hindrance. */
    public static double leastNanosPerByte() {
        return LEAST;
    }

    /**
     * Takes note of a transfer; a small one says nothing.
     *
     * @param bytes in both directions together
     * @param nanos from the beginning of the first command to the end of the last reply
     * @param serverNanos the part of them that the server has needed by itself, by the model
     */
    public synchronized void saw(long bytes, long nanos, long serverNanos) {
        if (!learns || bytes < LEAST_BYTES || nanos <= 0) {
            return;
        }
        // The model may be that of a slower server.
        double carried = Math.max(nanos - serverNanos, nanos / 2.0);
        last[seen % REMEMBERED] = Math.max(LEAST, carried / bytes);
        seen++;
        credit = 0;
        nanosPerByte = Arrays.stream(last).min().orElseThrow();
    }

    /**
     * Returns whether a call that will do without large transfers should make them nevertheless, because it is time to
     * see whether the wire is still as slow as it was.
     *
     * @param nanos what the call costs without them
     * @param transferNanos what it is thought to cost with them
     */
    public synchronized boolean isTimeForTrial(double nanos, double transferNanos) {
        if (!learns) {
            return false;
        }
        credit += nanos;
        if (credit < transferNanos * (seen == 0 ? SHARE_OF_FIRST_TRIAL : SHARE_OF_TRIALS)) {
            return false;
        }
        credit = 0;
        return true;
    }
}
