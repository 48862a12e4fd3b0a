package io.polybloom.internal.state;

/**
 * The time of the server that has the register, as it was read, and this machine's time before that. The difference is
 * all that a client knows of the server's clock in between; the clocks need not agree.
 *
 * @param serverMillis the server's time
 * @param localNanos the time of this machine before the server was asked, so that no estimate is earlier than the
 *     server's time; since an arbitrary instant, by a clock that nobody can set
 */
public record ServerTime(long serverMillis, long localNanos) {

    private static final long NANOS_PER_MILLI = 1_000_000;

    /**
     * Estimates the server's time, in milliseconds; it may be ahead of the true one, but not behind it.
     *
     * @param now the present time of this machine, by the same clock as {@code localNanos}
     */
    public long at(long now) {
        long passed = now - localNanos;
        return serverMillis + Math.floorDiv(passed + NANOS_PER_MILLI - 1, NANOS_PER_MILLI);
    }

    /**
     * Returns whether this reading began after another one. Of two from the same nanosecond, the one with the later
     * server time counts as later, since the server's clock may have been set forward in between.
     */
    public boolean isLaterThan(ServerTime other) {
        long later = localNanos - other.localNanos;
        return later != 0 ? later > 0 : serverMillis >= other.serverMillis;
    }
}
