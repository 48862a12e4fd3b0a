package io.polybloom.simulation.judge;

import io.polybloom.simulation.redis.LostWrites;
import io.polybloom.simulation.schedule.EventKind;

/**
 * A fault that happened to the servers or the clock.
 *
 * @param kind its kind
 * @param time its time, counted in events
 * @param millis the clock after it
 * @param slowestMillis the clock that is most behind after it
 * @param fastestMillis the clock that is most ahead after it
 * @param serverMillis the clock of the first server after it
 * @param key the key that was evicted; empty if none was
 * @param lost the writes that were lost
 */
public record Incident(
        EventKind kind,
        int time,
        long millis,
        long slowestMillis,
        long fastestMillis,
        long serverMillis,
        String key,
        LostWrites lost) {

    /** Returns a copy of this incident that is some events later or earlier, at the same time by all clocks. */
    public Incident movedBy(int events) {
        LostWrites moved = new LostWrites(lost.since() + events, lost.keys());
        return new Incident(kind, time + events, millis, slowestMillis, fastestMillis, serverMillis, key, moved);
    }
}
