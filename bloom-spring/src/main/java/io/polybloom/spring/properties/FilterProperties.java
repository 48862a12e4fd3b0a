package io.polybloom.spring.properties;

import io.polybloom.OverCapacity;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * One filter of an application. Properties that are not given have the defaults of
 * {@link io.polybloom.FilterSpecBuilder}.
 *
 * @param name the name of the filter in Redis. The name of the bean if not given
 * @param type the type of the elements: string (in UTF-8), long, int or bytes
 * @param open when the filter is opened: lazily, by its first call, or at-start
 * @param existing whether the filter must exist. It then has the parameters that are stored, and is never created
 * @param capacity the expected number of distinct elements; with a window, per span of the window
 * @param falsePositiveRate the share of absent elements that may be reported as present at capacity. 0.01 if not given
 * @param bits the number of bits, together with hashes in place of capacity and rate
 * @param hashes the number of bits of an element, together with bits in place of capacity and rate
 * @param overCapacity the policy beyond the capacity: degrade (if not given), reject or grow
 * @param layout the id of the bit layout. classic-v1 if not given
 * @param keyed whether the bits of an element depend on a secret key, for elements that an adversary may choose
 * @param partitions the number of partitions (keys). As few as possible if not given
 * @param maxPartitionBits the largest partition in bits, at least 512
 * @param expireAfter how long the filter lives after it was created. For ever if not given
 * @param loadMemory the memory in which a load collects bits. A quarter of the heap if not given
 * @param configCheckedEvery how long the filter is used before its config is read again. 1m if not given
 * @param window lets the filter forget
 * @param nearCache lets this JVM answer for bits that it has seen set
 * @param replicas the part that replicas of Redis have in the filter
 */
public record FilterProperties(
        @Nullable String name,
        @DefaultValue("string") ElementType type,
        @DefaultValue("lazily") OpeningTime open,
        boolean existing,
        @Nullable Long capacity,
        @Nullable Double falsePositiveRate,
        @Nullable Long bits,
        @Nullable Integer hashes,
        @Nullable OverCapacity overCapacity,
        @Nullable String layout,
        boolean keyed,
        @Nullable Integer partitions,
        @Nullable Long maxPartitionBits,
        @Nullable Duration expireAfter,
        @Nullable DataSize loadMemory,
        @Nullable Duration configCheckedEvery,
        @Nullable WindowProperties window,
        @Nullable NearCacheProperties nearCache,
        @Nullable ReplicasProperties replicas) {}
