package io.polybloom.layout;

/**
 * The parameters of a filter as another system knows them.
 *
 * @param budget M and k
 * @param capacity the expected number of distinct elements, at least 1
 * @param falsePositiveRate the rate at capacity, in [0, 1)
 */
public record ForeignParameters(BitBudget budget, long capacity, double falsePositiveRate) {}
