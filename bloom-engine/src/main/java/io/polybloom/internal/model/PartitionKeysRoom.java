package io.polybloom.internal.model;

import java.util.List;

/** A room that keeps keys beside the partitions of its filters. */
public interface PartitionKeysRoom {

    /**
     * Returns the names of all keys that it may keep beside a partition, in its slot.
     *
     * @param partition the key of the partition
     */
    List<String> keysBeside(String partition);
}
