package io.polybloom.layout;

/**
 * The rule by which capacity and false-positive rate determine the number of bits (M) and of hashes (k).
 * {@link #BALANCED} and {@link #FAST} never exceed the rate; {@link #COMPACT} rounds k in the layout {@code classic-v1}
 * and so may exceed it there by up to 2 % of the rate.
 *
 * <p>Each hash of an element is a bit that Redis reads or sets, so a single call costs Redis less with fewer hashes. In
 * bulk the opposite may hold: the cost of a partition that is read or exchanged as a whole is proportional to its size.
 */
public enum Sizing {
    /**
     * The smallest k whose M is at most 10 % more than that of {@link #COMPACT}: fewer bits touched per operation for a
     * little more memory. The default.
     */
    BALANCED,
    /**
     * The least memory: in the layout {@code classic-v1} the textbook's {@code M = ceil(-n ln p / ln2^2)} and {@code k
     * = round(M/n ln2)}, in {@code blocked-v1} the k with the least M.
     */
    COMPACT,
    /**
     * The smallest k whose M stays within twice that of {@link #COMPACT}: still fewer bits touched per operation, for
     * more memory. At a rate of 0.01 it takes 2 hashes where {@link #BALANCED} takes 4.
     */
    FAST
}
