package io.polybloom.spring.properties;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;

/**
 * A cache in this JVM of the bits that it has seen set.
 *
 * @param memory the most memory that the cache takes, at least 4KB. Needed for a near cache
 * @param checkedEvery how long an answer may be out of date, from 0 to one day. 1s if not given
 */
public record NearCacheProperties(
        @Nullable DataSize memory, @Nullable Duration checkedEvery) {}
