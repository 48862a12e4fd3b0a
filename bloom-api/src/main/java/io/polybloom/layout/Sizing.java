package io.polybloom.layout;

/**
 * How capacity and false-positive rate become a number of bits (M) and of hashes (k). {@link #BALANCED} never exceeds
 * the rate; {@link #COMPACT} rounds k in the layout {@code classic-v1} and so may exceed it there by up to 2 % of the
 * rate.
 */
public enum Sizing {
    /**
     * The smallest k whose M stays within 10 % of {@link #COMPACT}: fewer bits touched per operation for a little
     * more memory. The default.
     */
    BALANCED,
    /**
     * The least memory: in the layout {@code classic-v1} the textbook's {@code M = ceil(-n ln p / ln2^2)} and
     * {@code k = round(M/n ln2)}, in {@code blocked-v1} the k with the least M.
     */
    COMPACT
}
