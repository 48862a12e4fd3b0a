package io.polybloom.simulation.redis;

import java.util.Set;

/**
 * What a failover has lost.
 *
 * @param since when the first of the writes was executed
 * @param keys the keys that are not what they were before the failover
 */
public record LostWrites(int since, Set<String> keys) {

    /** Returns the loss of a fault that loses no writes. */
    public static LostWrites none(int time) {
        return new LostWrites(time, Set.of());
    }
}
