package io.polybloom.spring.properties;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;

/**
 * A cache, in this JVM, of bits that it has seen set in Redis.
 *
 * @param memory the limit on the memory of the cache, at least 4KB. Required for a near cache
 * @param checkedEvery the time for which an answer may be out of date, from 0 to one day. By default 1s
 */
public record NearCacheProperties(
        @Nullable DataSize memory, @Nullable Duration checkedEvery) {}
