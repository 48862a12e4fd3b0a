package io.polybloom.layout;

/**
 * The shape of a layer of bits in Redis.
 *
 * @param partitionBits m, the bits of one partition, 1 to {@link #MAX_PARTITION_BITS}
 * @param hashes k, the bits that one element touches, 1 to {@link #MAX_HASHES}
 * @param partitions P, the number of partitions (keys), at least 1
 */
public record Geometry(long partitionBits, int hashes, int partitions) {

    /** The largest m: a Redis string holds 512 MiB, and its last byte is the trailer. */
    public static final long MAX_PARTITION_BITS = (1L << 32) - 512;

    /** The largest k. */
    public static final int MAX_HASHES = 64;

    /** Checks the ranges. */
    public Geometry {
        if (partitionBits < 1 || partitionBits > MAX_PARTITION_BITS) {
            throw new IllegalArgumentException("a partition must have 1 to " + MAX_PARTITION_BITS + " bits, not "
                    + partitionBits + ": use more partitions or ask for less");
        }
        if (hashes < 1 || hashes > MAX_HASHES) {
            throw new IllegalArgumentException("hashes must lie within 1 and " + MAX_HASHES + ", not " + hashes);
        }
        if (partitions < 1) {
            throw new IllegalArgumentException("partitions must be at least 1, not " + partitions);
        }
    }

    /** m times P. */
    public long totalBits() {
        return partitionBits * partitions;
    }
}
