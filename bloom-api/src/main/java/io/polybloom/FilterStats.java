package io.polybloom;

import java.util.List;

/**
 * A measurement of a filter.
 *
 * @param description the parameters of the filter that was measured
 * @param layers the measurement of each layer, oldest first; one unless the filter has grown, or forgets: then those of
 *     the slices that it remembers, the newest ones of its window, of which there may be none
 */
public record FilterStats(FilterDescription description, List<LayerStats> layers) {

    /** Copies the layers. */
    public FilterStats {
        layers = List.copyOf(layers);
    }

    /** Returns the estimated number of distinct elements, over all layers. */
    public long estimatedCount() {
        long count = 0;
        for (LayerStats layer : layers) {
            count += layer.estimatedCount();
        }
        return count;
    }

    /** Returns the share of set bits among those that were looked at, in [0, 1]; 0 if there are none. */
    public double fillRatio() {
        double set = 0;
        for (LayerStats layer : layers) {
            set += layer.fillRatio() * layer.sampledBits();
        }
        return layers.isEmpty() ? 0 : set / sampledBits();
    }

    /** Returns the number of bits that were looked at. */
    public long sampledBits() {
        long bits = 0;
        for (LayerStats layer : layers) {
            bits += layer.sampledBits();
        }
        return bits;
    }

    /** Returns the estimated probability that any layer calls an absent element present now, in [0, 1]. */
    public double currentFalsePositiveRate() {
        double absentEverywhere = 1;
        for (LayerStats layer : layers) {
            absentEverywhere *= 1 - layer.currentFalsePositiveRate();
        }
        return layers.size() == 1 ? layers.get(0).currentFalsePositiveRate() : 1 - absentEverywhere;
    }

    /** Returns the bytes that the partitions occupy, without the server's own overhead per key. */
    public long memoryBytes() {
        return description.memoryBytes();
    }

    /** Returns whether the estimate exceeds the filter's capacity; a filter that grows keeps its rate all the same. */
    public boolean isOverCapacity() {
        return estimatedCount() > description.capacity();
    }
}
