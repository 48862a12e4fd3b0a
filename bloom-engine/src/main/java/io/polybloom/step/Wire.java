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

    /**
     * What trials may cost at first: at most one part in this many of what the calls between them cost. Each trial that
     * shows nothing new makes it half as much.
     */
    private static final int SHARE_OF_TRIALS = 32;

    /** The same in the end. A compromise: with less, a network that has become faster would go unnoticed for longer. */
    private static final int LEAST_SHARE_OF_TRIALS = 256;

    /** A transfer whose bytes take less than this part of the time that is known shows that something has changed. */
    private static final double NEWS = 0.75;

    /** The same until enough transfers have been seen. */
    private static final int SHARE_OF_FIRST_TRIALS = 4;

    /** Fewer transfers than this cannot show that the wire is slow: the first one of a JVM takes longer. */
    private static final int ENOUGH = 2;

    private final boolean learns;
    private final double[] last = new double[REMEMBERED];
    private int seen;
    private double credit;
    private int share = SHARE_OF_TRIALS;
    private volatile double nanosPerByte;

    private Wire(boolean learns, double nanosPerByte) {
        this.learns = learns;
        this.nanosPerByte = nanosPerByte;
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
        double shown = Math.max(LEAST, carried / bytes);
        share = shown < NEWS * nanosPerByte ? SHARE_OF_TRIALS : share;
        last[seen % REMEMBERED] = shown;
        seen++;
        credit = 0;
        nanosPerByte = seen < ENOUGH ? Math.min(BEGINNING, fastest()) : fastest();
    }

    /** Returns what the transfers that count have shown, or what is assumed if there are none. */
    private double fastest() {
        return Arrays.stream(last, 0, Math.min(seen, REMEMBERED)).min().orElse(BEGINNING);
    }

    /**
     * Returns whether a call that will do without large transfers should make them nevertheless, because it is time to
     * see whether the wire is still as slow as it was.
     *
     * @param nanos what the call costs without them
     * @param otherNanos what it is thought to cost with them, apart from the wire
     * @param bytes what it would move with them, in both directions together
     */
    public synchronized boolean isTimeForTrial(double nanos, double otherNanos, long bytes) {
        if (!learns) {
            return false;
        }
        credit += nanos;
        boolean isFirst = seen < ENOUGH;
        if (credit < (isFirst ? SHARE_OF_FIRST_TRIALS : share) * (otherNanos + bytes * fastest())) {
            return false;
        }
        credit = 0;
        share = isFirst ? share : Math.min(2 * share, LEAST_SHARE_OF_TRIALS);
        return true;
    }
}
