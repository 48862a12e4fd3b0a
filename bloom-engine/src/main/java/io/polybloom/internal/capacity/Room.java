package io.polybloom.internal.capacity;

import io.polybloom.LayerStats;
import io.polybloom.internal.model.Layer;

/**
 * Where the elements of one round of a load, or some elements of an add, go.
 *
 * @param layer the layer that takes them
 * @param elements the most elements; 0 if the layer has hardly any room
 */
public record Room(Layer layer, long elements) {

    /**
     * The part of a layer's capacity that must be free for another round. A compromise: a smaller part would mean more
     * merges for the last elements, a larger one more single commands, or emptier layers.
     */
    private static final int LEAST_PART = 16;

    /** Returns the room in a layer that may take any number of elements. */
    public static Room unlimited(Layer layer) {
        return new Room(layer, Long.MAX_VALUE);
    }

    /** Returns half of the room in a layer, since other clients may add to it during the round. */
    public static Room within(Layer layer, LayerStats measured) {
        long free = measured.capacity() - measured.estimatedCount();
        boolean isFull = measured.sealed() || free < Math.max(1, part(measured));
        return new Room(layer, isFull ? 0 : (free + 1) / 2);
    }

    /**
     * Returns half of the room in a layer that is used up to its capacity. An estimate errs: n elements with k bits
     * each look like more than n + sqrt(2 n / k) in less than one case of forty. So a layer that is made for a known
     * number of elements takes them all.
     */
    public static Room upToCapacity(Layer layer, LayerStats measured) {
        long free = measured.capacity() + error(measured) - measured.estimatedCount();
        return new Room(layer, measured.sealed() || free < 1 ? 0 : (free + 1) / 2);
    }

    /** Returns whether a layer has more elements than rounds up to its capacity, and errors of estimates, explain. */
    public static boolean isExceeded(LayerStats measured) {
        return measured.estimatedCount() - measured.capacity() > Math.max(2, part(measured));
    }

    /**
     * Returns whether a layer has more elements than its capacity and the error of the estimate explain. A filter that
     * rejects may be one percent over its capacity anyway.
     */
    public static boolean isOver(LayerStats measured) {
        return measured.estimatedCount() - measured.capacity() > Math.max(error(measured), measured.capacity() / 100);
    }

    private static long error(LayerStats measured) {
        return (long) Math.sqrt(2.0 * measured.capacity() / measured.geometry().hashes());
    }

    private static long part(LayerStats measured) {
        return measured.capacity() / LEAST_PART;
    }
}
