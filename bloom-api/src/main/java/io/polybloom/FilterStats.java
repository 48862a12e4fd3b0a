package io.polybloom;

import java.util.List;

/**
 * A measurement of a filter.
 *
 * @param description the parameters of the filter that was measured
 * @param layers the measurement of each layer, oldest first; one unless the filter has grown
 */
public record FilterStats(FilterDescription description, List<LayerStats> layers) {

    /** Copies the layers. */
    public FilterStats {
        layers = List.copyOf(layers);
    }

    /** The estimated number of distinct elements, over all layers. */
    public long estimatedCount() {
        long count = 0;
        for (LayerStats layer : layers) {
            count += layer.estimatedCount();
        }
        return count;
    }

    /** The share of set bits among those that were looked at, in [0, 1]. */
    public double fillRatio() {
        double set = 0;
        for (LayerStats layer : layers) {
            set += layer.fillRatio() * layer.sampledBits();
        }
        return set / sampledBits();
    }

    /** How many bits were looked at. */
    public long sampledBits() {
        long bits = 0;
        for (LayerStats layer : layers) {
            bits += layer.sampledBits();
        }
        return bits;
    }

    /** The estimated probability that an absent element is called present now, in [0, 1]: by any of the layers. */
    public double currentFalsePositiveRate() {
        double absentEverywhere = 1;
        for (LayerStats layer : layers) {
            absentEverywhere *= 1 - layer.currentFalsePositiveRate();
        }
        return layers.size() == 1 ? layers.get(0).currentFalsePositiveRate() : 1 - absentEverywhere;
    }

    /** The bytes that the partitions occupy, without the server's own overhead per key. */
    public long memoryBytes() {
        return description.memoryBytes();
    }

    /** Whether the estimate lies above the filter's capacity; a filter that grows holds its rate all the same. */
    public boolean isOverCapacity() {
        return estimatedCount() > description.capacity();
    }
}
