package io.polybloom.operations;

import java.time.Duration;
import java.util.function.Supplier;

/** The permitted times to live of a key. */
final class LifeTimes {

    static final Duration LONGEST = Duration.ofDays(365_000);

    private static final Duration SHORTEST = Duration.ofMillis(1);

    private LifeTimes() {}

    /** Throws {@link IllegalArgumentException} if a time to live is out of its range. */
    static void require(Duration timeToLive) {
        require(
                timeToLive,
                () -> "the time to live must be from 1 ms to " + LONGEST.toDays() + " days, not " + timeToLive);
    }

    /** Throws {@link IllegalArgumentException} with that complaint if the time that is left is out of its range. */
    static void require(Duration left, Supplier<String> complaint) {
        if (left.compareTo(SHORTEST) < 0 || left.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(complaint.get());
        }
    }
}
