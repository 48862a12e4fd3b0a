package io.polybloom.layout;

/**
 * The shape of a layer of bits in Redis. A layout may allow less, see {@link #requireAllowedBy}.
 *
 * @param partitionBits m, the number of bits of one partition, at least 1
 * @param hashes k, the number of bits that one element touches, at least 1
 * @param partitions P, the number of partitions (keys), from 1 to {@value #MAX_PARTITIONS}
 */
public record Geometry(long partitionBits, int hashes, int partitions) {

    /** The largest m of a native layout: a Redis string holds 512 MiB, and its last byte is the trailer. */
    public static final long MAX_PARTITION_BITS = (1L << 32) - 512;

    /** The largest P: with partitions of the usual size, that are 8 TiB. */
    public static final int MAX_PARTITIONS = 1 << 24;

    /** The largest k of a native layout. */
    public static final int MAX_HASHES = 64;

    /** Checks the ranges. */
    public Geometry {
        requireAtLeastOne("the bits of a partition", partitionBits);
        requireAtLeastOne("hashes", hashes);
        requireAtLeastOne("partitions", partitions);
        if (partitions > MAX_PARTITIONS) {
            throw new IllegalArgumentException("partitions must be at most " + MAX_PARTITIONS + ", not " + partitions);
        }
    }

    /**
     * Returns this shape if it is within the limits of a layout; otherwise throws an {@link IllegalArgumentException}.
     */
    public Geometry requireAllowedBy(Layout layout) {
        return requireAllowedBy(layout, 1);
    }

    /**
     * Returns this shape if it is within the limits of a layout; otherwise throws an {@link IllegalArgumentException}.
     *
     * @param columns the number of bits in the string for each bit of the layout
     */
    public Geometry requireAllowedBy(Layout layout, int columns) {
        long most = layout.maxPartitionBits() / columns;
        if (partitionBits > most) {
            throw new IllegalArgumentException("a partition must have 1 to " + most + " bits, not " + partitionBits
                    + ": use more partitions or ask for less");
        }
        layout.requireHashes(hashes);
        return this;
    }

    /** Returns m times P, the number of bits of all partitions. */
    public long totalBits() {
        return partitionBits * partitions;
    }

    private static void requireAtLeastOne(String what, long value) {
        if (value < 1) {
            throw new IllegalArgumentException(what + " must be at least 1, not " + value);
        }
    }
}
