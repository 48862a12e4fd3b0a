package io.polybloom.layout;

/**
 * The outcome of sizing, before the bits are divided into partitions.
 *
 * @param totalBits M, at least 1
 * @param hashes k, 1 to {@link Geometry#MAX_HASHES}
 */
public record BitBudget(long totalBits, int hashes) {

    /** Checks the ranges. */
    public BitBudget {
        if (totalBits < 1) {
            throw new IllegalArgumentException("bits must be at least 1, not " + totalBits);
        }
        if (hashes < 1 || hashes > Geometry.MAX_HASHES) {
            throw new IllegalArgumentException(
                    "hashes must lie within 1 and " + Geometry.MAX_HASHES + ", not " + hashes);
        }
    }
}
