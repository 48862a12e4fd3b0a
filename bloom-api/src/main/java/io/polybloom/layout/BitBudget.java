package io.polybloom.layout;

/**
 * The outcome of sizing, before the bits are divided into partitions.
 *
 * @param totalBits M, at least 1
 * @param hashes k, at least 1
 */
public record BitBudget(long totalBits, int hashes) {

    /** Checks the ranges. */
    public BitBudget {
        if (totalBits < 1) {
            throw new IllegalArgumentException("bits must be at least 1, not " + totalBits);
        }
        if (hashes < 1) {
            throw new IllegalArgumentException("hashes must be at least 1, not " + hashes);
        }
    }
}
