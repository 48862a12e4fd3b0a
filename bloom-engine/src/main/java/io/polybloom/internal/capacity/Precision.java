package io.polybloom.internal.capacity;

/**
 * The precision of a sample of a layer. The errors are those of {@code classic-v1}; in {@code blocked-v1}, whose bits
 * are set in clusters, they are up to three times as large.
 */
public enum Precision {
    /** 4 million bits: bounds the standard error of the fill ratio by 0.00025. */
    EXACT(64, 512 * 1024, 8 * 1024),
    /** 500,000 bits: bounds the standard error of the estimate by about 0.3 % of the capacity. */
    CLOSE(64, 64 * 1024, 64 * 1024),
    /** 64,000 bits of a few partitions: enough to tell that a layer is far from full. */
    ROUGH(4, 8 * 1024, 8 * 1024);

    private final int mostPartitions;
    private final int bytes;
    private final int blockBytes;

    Precision(int mostPartitions, int bytes, int blockBytes) {
        this.mostPartitions = mostPartitions;
        this.bytes = bytes;
        this.blockBytes = blockBytes;
    }

    /** Returns how many partitions of a layer are sampled. */
    public int partitions(int all) {
        return Math.min(all, mostPartitions);
    }

    /** Returns the length of one block when the given number of partitions is sampled. */
    public int blockBytes(int partitions) {
        return Math.min(blockBytes, bytes / partitions);
    }

    /** Returns how many blocks of each partition are sampled. */
    public int blocks(int partitions) {
        return bytes / partitions / blockBytes(partitions);
    }
}
