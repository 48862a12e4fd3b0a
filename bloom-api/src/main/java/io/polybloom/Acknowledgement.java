package io.polybloom;

import java.time.Duration;
import java.util.Objects;

/**
 * What must be true of a write before it counts as done: how many replicas have it, in memory or on disk.
 *
 * @param replicas the number of replicas, at least 1
 * @param timeout the time for which the server waits for them, at least 1 ms; should be shorter than the client's own
 *     timeout
 * @param persisted whether the primary and these replicas must have the write in their append-only files, flushed to
 *     disk
 */
public record Acknowledgement(int replicas, Duration timeout, boolean persisted) {

    /** Checks the ranges. */
    public Acknowledgement {
        Objects.requireNonNull(timeout, "timeout");
        if (replicas < 1) {
            throw new IllegalArgumentException("the number of replicas must be at least 1, not " + replicas);
        }
        if (timeout.compareTo(Duration.ofMillis(1)) < 0) {
            throw new IllegalArgumentException("the timeout must be at least 1 ms, not " + DurationText.of(timeout));
        }
    }
}
