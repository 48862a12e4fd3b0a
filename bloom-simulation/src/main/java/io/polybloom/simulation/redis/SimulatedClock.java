package io.polybloom.simulation.redis;

import java.time.Instant;
import java.time.InstantSource;

/** The time of the simulated world: servers and clients have the same, and it stands still until it is moved. */
public final class SimulatedClock implements InstantSource {

    private static final long BEGINNING = 1_800_000_000_000L;

    private long millis = BEGINNING;

    /** Goes back to the instant at which every run begins. */
    public void reset() {
        millis = BEGINNING;
    }

    /** Moves the clock forward. */
    public void advance(long byMillis) {
        millis += byMillis;
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
