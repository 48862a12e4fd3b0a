package io.polybloom;

import io.polybloom.layout.Geometry;

/**
 * A measurement of one layer of a filter.
 *
 * @param geometry the shape of the layer
 * @param capacity the number of distinct elements that the layer is made for
 * @param sampledBits the number of bits looked at; all bits of a small layer, a fixed number of blocks of a large one.
 *     In a filter that counts, counters take the place of bits
 * @param fillRatio the share of sampled bits that are set, or of counters that are above 0, in [0, 1]. Where the server
 *     keeps the bits, the bits are all that it has taken, the ratio is what the theory expects, and the count is the
 *     server's own: the elements that were new when they came
 * @param estimatedCount the estimated number of distinct elements, from the fill ratio by the theory of the layout
 * @param currentFalsePositiveRate the estimated probability that this layer calls an absent element present, in [0, 1]
 * @param sealed whether every partition that was looked at takes no new elements
 */
public record LayerStats(
        Geometry geometry,
        long capacity,
        long sampledBits,
        double fillRatio,
        long estimatedCount,
        double currentFalsePositiveRate,
        boolean sealed) {}
