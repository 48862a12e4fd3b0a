package io.polybloom.spring.properties;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The part that replicas of Redis have in a filter.
 *
 * @param read whether replicas may answer look-ups: "false" then means "not on that replica yet"
 * @param acknowledge the number of replicas that must have a write before it counts as done. Not with Lettuce, and not
 *     on a cluster
 * @param acknowledgeTimeout how long the server waits for them. 1s if not given
 */
public record ReplicasProperties(
        boolean read,
        @Nullable Integer acknowledge,
        @Nullable Duration acknowledgeTimeout) {}
