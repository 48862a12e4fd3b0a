package io.polybloom.layout;

import io.polybloom.Sizing;

/**
 * A bit layout: the sizing, the bits that an element touches, and the theory that goes with them. A released layout is frozen,
 * since filters outlive the programs that wrote them. Implementations are stateless, thread-safe and registered as
 * {@link java.util.ServiceLoader} services.
 */
public interface Layout {

    /** The name under which the layout is stored in a filter's parameters: letters, digits and hyphens. */
    String id();

    /**
     * Chooses M and k for a capacity and a false-positive rate.
     *
     * @param capacity expected distinct elements, at least 1
     * @param falsePositiveRate the rate at capacity, in (0, 1)
     * @throws IllegalArgumentException if no filter of that size can be built
     */
    BitBudget size(long capacity, double falsePositiveRate, Sizing sizing);

    /**
     * The capacity of a filter that is given by its bits and hashes: the number of distinct elements at which half of the bits are
     * set, at least 1. The default is {@code floor(M ln 2 / k)}, which is right for bits that are spread over the whole filter.
     */
    default long capacity(BitBudget budget) {
        return Math.max(1, (long) StrictMath.floor(budget.totalBits() * StrictMath.log(2) / budget.hashes()));
    }

    /** Rounds the bits of one partition up to what this layout needs; the result is a multiple of 8 and stays as it is when rounded again. */
    long roundPartitionBits(long bits);

    /**
     * Finds the bits of an element.
     *
     * @param element holds the element's bytes from index 0
     * @param length the number of bytes
     * @param geometry a shape that this layout has sized
     * @param offsets receives the k bit offsets within the partition, in order, from index {@code at}; it may repeat an offset
     * @return the partition that the element lives in
     */
    int locate(byte[] element, int length, Geometry geometry, long[] offsets, int at);

    /** The expected false-positive rate of a filter with these bits and hashes that holds so many distinct elements. */
    double expectedFalsePositiveRate(double elements, double totalBits, int hashes);

    /** The expected false-positive rate of a filter whose share of set bits has been measured, in [0, 1]. */
    double falsePositiveRateAtFill(double fillRatio, int hashes);

    /** The estimated number of distinct elements in a filter whose share of set bits has been measured, in [0, 1). */
    double estimateElements(double fillRatio, double totalBits, int hashes);
}
