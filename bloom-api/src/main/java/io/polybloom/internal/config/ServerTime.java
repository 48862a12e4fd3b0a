package io.polybloom.internal.window;

/**
 * The time of the server that has the config, as it was read, and this machine's time before that. The difference is
 * all that a client knows of the server's clock in between; the clocks need not agree.
 *
 * @param serverMillis the server's time
 * @param localMillis the milliseconds that this machine had counted before the server was asked, so that no estimate is
 *     earlier than the server's time; by a clock that nobody can set
 */
public record ServerTime(long serverMillis, long localMillis) {

    /**
     * Estimates the server's time, in milliseconds; it may be ahead of the true one, but not behind it.
     *
     * @param localMillis the milliseconds that this machine has counted by now
     */
    public long at(long localMillis) {
        return serverMillis + localMillis - this.localMillis;
    }

    /**
     * Returns whether this reading was begun after another one. Of two from the same millisecond, the one with the
     * later server time counts as later, since the server's clock may have been set forward in between.
     */
    public boolean isLaterThan(ServerTime other) {
        return localMillis != other.localMillis ? localMillis > other.localMillis : serverMillis >= other.serverMillis;
    }
}
