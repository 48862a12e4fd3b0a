package io.polybloom;

/**
 * A measurement of a filter.
 *
 * @param description the parameters of the filter that was measured
 * @param sampledBits how many bits were looked at; all of them in a small filter, a fixed number of blocks in a large one
 * @param fillRatio the share of sampled bits that are set, in [0, 1]
 * @param estimatedCount the estimated number of distinct elements (Swamidass and Baldi 2007, from the fill ratio)
 * @param currentFalsePositiveRate the estimated probability that an absent element is called present now, in [0, 1]
 * @param memoryBytes the bytes that the partitions occupy, without the server's own overhead per key
 */
public record FilterStats(
        FilterDescription description,
        long sampledBits,
        double fillRatio,
        long estimatedCount,
        double currentFalsePositiveRate,
        long memoryBytes) {

    /** Whether the estimate lies above the capacity. */
    public boolean isOverCapacity() {
        return estimatedCount > description.capacity();
    }
}
