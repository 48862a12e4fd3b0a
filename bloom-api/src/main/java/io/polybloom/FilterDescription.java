package io.polybloom;

import io.polybloom.layout.Geometry;
import java.time.Instant;
import java.util.Optional;

/**
 * The parameters of a filter as they are stored in Redis.
 *
 * @param name the filter's name
 * @param generation 16 hexadecimal digits, new with every creation and {@code clear}
 * @param layout the id of the bit layout, such as {@code classic-v1}
 * @param capacity the expected number of distinct elements, at least 1
 * @param falsePositiveRate the rate at capacity, in (0, 1)
 * @param geometry bits per partition, hashes and partitions
 * @param servers the number of independent servers that the partitions are spread over, at least 1
 * @param overCapacity what happens beyond the capacity
 * @param ready whether every partition has been created
 * @param expireAt when the filter expires, if it does
 */
public record FilterDescription(
        String name,
        String generation,
        String layout,
        long capacity,
        double falsePositiveRate,
        Geometry geometry,
        int servers,
        OverCapacity overCapacity,
        boolean ready,
        Optional<Instant> expireAt) {

    /** The bytes that the partitions occupy in Redis, without the server's own overhead per key. */
    public long memoryBytes() {
        return geometry.partitions() * (geometry.partitionBits() / 8 + 1);
    }
}
