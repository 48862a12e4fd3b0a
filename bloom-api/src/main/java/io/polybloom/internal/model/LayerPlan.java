package io.polybloom.internal.model;

import io.polybloom.FilterDescription;
import io.polybloom.layout.BitBudget;
import io.polybloom.layout.Geometry;
import io.polybloom.layout.Layout;

/**
 * The series of layers of a filter that grows: layer L has capacity {@code n * 2^L} and rate {@code p / 2^(L+1)}, so
 * that the rates of all layers together stay below p (Almeida et al. 2007, Scalable Bloom Filters).
 */
public final class LayerPlan {

    private LayerPlan() {}

    /** Returns the capacity of a layer. */
    static long capacity(FilterDescription filter, int layer) {
        return Math.multiplyExact(filter.capacity(), 1L << layer);
    }

    /**
     * Returns the shape of the layer after the newest one, by the stored parameters: so all clients open the same one.
     */
    public static Geometry next(FilterDescription filter, Layout layout) {
        int layer = filter.layers().size();
        double rate = filter.overCapacity().layerRate(filter.falsePositiveRate(), layer);
        BitBudget budget = layout.size(capacity(filter, layer), rate, filter.sizing());
        long needed = (budget.totalBits() - 1) / filter.maxPartitionBits() + 1;
        int partitions = Math.toIntExact(Math.max(filter.geometry().partitions(), needed));
        long bits = (budget.totalBits() - 1) / partitions + 1;
        return new Geometry(layout.roundPartitionBits(bits), budget.hashes(), partitions).requireAllowedBy(layout);
    }
}
