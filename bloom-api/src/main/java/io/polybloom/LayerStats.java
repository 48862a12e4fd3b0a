package io.polybloom;

import io.polybloom.layout.Geometry;
import java.util.Locale;

/**
 * A measurement of one layer of a filter.
 *
 * @param geometry the shape of the layer
 * @param capacity the number of distinct elements for which the layer is sized
 * @param sampledBits the number of sampled bits: all bits of a small layer, a fixed number of blocks of a large one; if
 *     the server stores the bits, all that it has allocated. In a counting filter, counters take the place of bits
 * @param fillRatio the share of sampled bits that are set, or of counters that are above 0, in [0, 1]. If the server
 *     stores the bits, the ratio that theory predicts for the number of elements
 * @param estimatedCount the estimated number of distinct elements, computed from the fill ratio with the layout's
 *     formula; if the server stores the bits, the server's own count
 * @param currentFalsePositiveRate the estimated probability that this layer reports an absent element as present, in
 *     [0, 1]
 * @param sealed whether all sampled partitions are sealed, so that none of them accepts new elements
 */
public record LayerStats(
        Geometry geometry,
        long capacity,
        long sampledBits,
        double fillRatio,
        long estimatedCount,
        double currentFalsePositiveRate,
        boolean sealed) {

    /** Returns the figures in one line, for logs; the format may change. */
    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "LayerStats[about %d of %d elements, fill ratio %.3f, false-positive rate %.2g, %d bits sampled%s]",
                estimatedCount,
                capacity,
                fillRatio,
                currentFalsePositiveRate,
                sampledBits,
                sealed ? ", sealed" : "");
    }
}
