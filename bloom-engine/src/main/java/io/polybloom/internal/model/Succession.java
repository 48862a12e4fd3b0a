package io.polybloom.internal.model;

import io.polybloom.FilterDescription;
import io.polybloom.UnsupportedFilterException;
import io.polybloom.layout.BitBudget;
import io.polybloom.layout.Geometry;
import io.polybloom.layout.Layout;
import io.polybloom.layout.LayoutCapability;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How the layers of a generation follow one another: each stays when the next one is opened, or, in a filter with a
 * window, the keys of the only one move on. What a window changes about layers is known here and in {@link Cells};
 * others ask a layer for its cells, for its expiry and for the places of its partitions.
 */
public class Succession {

    final FilterDescription filter;
    final Layout layout;

    Succession(FilterDescription filter, Layout layout) {
        this.filter = filter;
        this.layout = layout;
    }

    /**
     * Makes sure that a filter has no window.
     *
     * @param otherwise the consequence if it has one, and the remedy
     * @throws UnsupportedFilterException if it has one
     */
    public static void requireNoWindow(FilterDescription filter, String otherwise) {
        if (filter.window().isPresent()) {
            throw new UnsupportedFilterException("the filter '" + filter.name() + "' has a window" + otherwise);
        }
    }

    final FilterDescription filter() {
        return filter;
    }

    final Layout layout() {
        return layout;
    }

    /** Returns what the keys of a layer are named after; nothing if they are not made. */
    String keyName(int index, long number) {
        return index < filter.layerIds().size() ? filter.layerIds().get(index) : "";
    }

    /** Returns the layers that count, oldest first. */
    List<Layer> layers() {
        List<Layer> layers = new ArrayList<>();
        int orderingKey = 0;
        for (int index = 0; index < filter.layers().size(); index++) {
            layers.add(new Layer(this, index, index, orderingKey, Cells.BITS, null));
            orderingKey += filter.layers().get(index).partitions();
        }
        return List.copyOf(layers);
    }

    /** Returns the layers at a time at which another slice is the present one. */
    List<Layer> layersAt(long slice) {
        return layers();
    }

    /** Returns the layer by which partitions are found if there is none that counts. */
    Layer withoutKeys() {
        return new Layer(this, 0, 0, 0, Cells.BITS, null);
    }

    /** Returns whether bits that were computed beforehand can be merged; some servers accept elements only. */
    boolean takesBits() {
        return layout.capabilities().contains(LayoutCapability.READABLE_BITS);
    }

    /** Returns whether the keys of a layer move on to other names while the filter is in use. */
    boolean movesOn() {
        return false;
    }

    /** Returns the number of distinct elements for which a layer is sized. */
    long capacity(int index) {
        return Math.multiplyExact(filter.capacity(), 1L << index);
    }

    /**
     * Returns the shape of the layer after the newest one, by the stored parameters: so all clients open the same one.
     * Layer L has capacity {@code n * 2^L} and rate {@code p / 2^(L+1)}, so that the rates of all layers together stay
     * below p (Almeida et al. 2007, Scalable Bloom Filters).
     */
    final Geometry shapeOfNext() {
        int layer = filter.layers().size();
        double rate = filter.overCapacity().layerRate(filter.falsePositiveRate(), layer);
        BitBudget budget = layout.size(capacity(layer), rate, filter.sizing());
        long needed = (budget.totalBits() - 1) / filter.maxPartitionBits() + 1;
        int partitions = Math.toIntExact(Math.max(filter.geometry().partitions(), needed));
        long bits = (budget.totalBits() - 1) / partitions + 1;
        return new Geometry(layout.roundPartitionBits(bits), budget.hashes(), partitions).requireAllowedBy(layout);
    }

    /** Returns when the partitions of a layer expire even if the filter does not. */
    Optional<Instant> expiry(long number) {
        return Optional.empty();
    }
}
