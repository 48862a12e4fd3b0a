package io.polybloom.spring.properties;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The use of Redis replicas by a filter.
 *
 * @param read whether replicas may answer look-ups: "false" then means "not on that replica yet"
 * @param acknowledge the number of replicas that must have a write before it counts as done
 * @param acknowledgeTimeout the time for which the server waits for these replicas. By default 1s, or 5s if the writes
 *     must be persisted
 * @param persisted whether the primary and these replicas must have a write on disk before it counts as done
 */
public record ReplicasProperties(
        boolean read,
        @Nullable Integer acknowledge,
        @Nullable Duration acknowledgeTimeout,
        boolean persisted) {}
