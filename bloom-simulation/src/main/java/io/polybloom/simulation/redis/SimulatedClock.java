package io.polybloom.simulation.redis;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;

/**
 * The time of the simulated world, which stands still until it is moved. Servers and clients have the same, unless the
 * clock of one of them is said to be off.
 */
public final class SimulatedClock implements InstantSource {

    private static final long BEGINNING = 1_800_000_000_000L;

    private final Map<Integer, Duration> behind = new HashMap<>();
    private long millis = BEGINNING;
    private long shift;

    /** Goes back to the instant at which every run begins. */
    public void reset() {
        millis = BEGINNING;
        shift = 0;
    }

    /** Moves the clock forward. */
    public void advance(long byMillis) {
        millis += byMillis;
    }

    /** Sets the clocks of all servers forward, or back if it is negative, but not those of the clients. */
    public void shiftServers(long byMillis) {
        shift += byMillis;
    }

    /** Puts the clock of a server back. */
    public SimulatedClock withServerBehind(int server, Duration by) {
        behind.put(server, by);
        return this;
    }

    /** Returns the clock of a server. */
    public InstantSource ofServer(int server) {
        long error = behind.getOrDefault(server, Duration.ZERO).toMillis();
        return () -> Instant.ofEpochMilli(millis + shift - error);
    }

    /** Returns the time of the clock that is most behind, in milliseconds since 1970. */
    public long slowestMillis() {
        long slowest = millis;
        for (Duration error : behind.values()) {
            slowest = Math.min(slowest, millis - error.toMillis());
        }
        return slowest + Math.min(0, shift);
    }

    @Override
    public long millis() {
        return millis;
    }

    @Override
    public Instant instant() {
        return Instant.ofEpochMilli(millis);
    }

    /** Returns the time in nanoseconds, for a near cache. */
    public long nanos() {
        return millis * 1_000_000;
    }
}
