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
 * @param name the name of the filter in Redis. By default the name of the bean
 * @param type the type of the elements: string (in UTF-8), long, int or bytes
 * @param open when the filter is opened: {@code lazily} (by its first call) or {@code at-start}
 * @param existing whether the filter must exist. If so, its stored parameters apply, and it is never created
 * @param capacity the expected number of distinct elements; with a window, per span of the window
 * @param falsePositiveRate the share of absent elements that may be reported as present at capacity. By default 0.01
 * @param bits the number of bits; with hashes, in place of capacity and rate
 * @param hashes the number of bits of an element; with bits, in place of capacity and rate
 * @param overCapacity the policy beyond the capacity: degrade (the default), reject or grow
 * @param layout the id of the bit layout. By default classic-v1
 * @param keyed whether the bits of an element depend on a secret key, for elements that an adversary may choose
 * @param partitions the number of partitions (keys). By default as few as possible
 * @param maxPartitionBits the largest partition in bits, at least 512
 * @param expireAfter the lifetime of the filter after its creation. By default unlimited
 * @param loadMemory the memory in which a load collects bits. By default a quarter of the heap
 * @param configCheckedEvery the interval at which the config is read again while the filter is used. By default 1m
 * @param window the window after which the filter forgets elements
 * @param nearCache the cache, in this JVM, of bits that it has seen set in Redis
 * @param mirror the copy of all bits in this JVM, as a bean of its own
 * @param replicas the use of replicas
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
        @Nullable MirrorProperties mirror,
        @Nullable ReplicasProperties replicas) {}
