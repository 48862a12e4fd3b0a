package io.polybloom.spring.properties;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;

/**
 * A mirror: all bits of a filter in the memory of this JVM.
 *
 * @param interval the time between the refreshes of the mirror. Required for a mirror
 * @param longestStaleness the age beyond which the mirror refuses to answer. By default 1m
 * @param bytesPerSecond the number of bytes that refreshes may read per second, on average. By default as many as are
 *     needed
 * @param memoryLimit the memory of the mirror; a larger filter is refused. By default 512MB
 */
public record MirrorProperties(
        @Nullable Duration interval,
        @Nullable Duration longestStaleness,
        @Nullable DataSize bytesPerSecond,
        @Nullable DataSize memoryLimit) {}
