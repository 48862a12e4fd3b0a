package io.polybloom.locate;

import java.util.List;

/**
 * The location of an element's bits.
 *
 * @param server the index of the independent server
 * @param partition the index of the partition
 * @param key the Redis key
 * @param offsets the bit offsets within the key, in the layout's order
 */
public record ElementLocation(int server, int partition, String key, List<Long> offsets) {}
