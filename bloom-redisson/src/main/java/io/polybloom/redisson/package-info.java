/**
 * Bloom filters on a Redisson client, blocking or with {@link java.util.concurrent.CompletionStage}.
 *
 * <p>{@code RedissonBloom} is the entry, {@code RedissonTransport} sends, {@code RedissonFailures} says what a failed
 * command has done, and {@code CollectedWaits} makes one reply of those of several nodes.
 */
@NullMarked
package io.polybloom.redisson;

import org.jspecify.annotations.NullMarked;
