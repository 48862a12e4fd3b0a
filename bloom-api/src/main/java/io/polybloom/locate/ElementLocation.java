package io.polybloom.locate;

import java.util.List;

/**
 * Where the bits of an element lie.
 *
 * @param server the index of the independent server
 * @param partition the index of the partition
 * @param key the Redis key
 * @param offsets the bit offsets within the key, in the layout's order
 */
public record ElementLocation(int server, int partition, String key, List<Long> offsets) {}
