package io.polybloom.internal.model;

/**
 * The place of a partition.
 *
 * @param server the index of the independent server
 * @param number the partition's number in the system that the layout belongs to
 * @param key the Redis key
 * @param bits one more than the highest offset that an element can have within the key
 */
public record Place(int server, int number, String key, long bits) {}
