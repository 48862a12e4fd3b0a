package io.polybloom.simulation.redis;

import java.util.Set;

/**
 * The writes that a failover has lost.
 *
 * @param since when the first of the writes was executed
 * @param keys the keys that differ from their state before the failover
 */
public record LostWrites(int since, Set<String> keys) {

    /** Returns the loss of a fault that loses no writes. */
    public static LostWrites none(int time) {
        return new LostWrites(time, Set.of());
    }
}
