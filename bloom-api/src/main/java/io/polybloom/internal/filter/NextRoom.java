package io.polybloom.internal.filter;

import io.polybloom.internal.model.Layer;

/**
 * How many elements this client may bring into a layer of the next generation of a filter before it measures that layer
 * again. Thread-safe.
 */
public final class NextRoom {

    private String layer = "";
    private long left;

    /** Takes room for some elements of those that are left; returns for how many, 0 if the layer must be measured. */
    public synchronized long take(Layer wanted, long elements) {
        long taken = name(wanted).equals(layer) ? Math.min(left, elements) : 0;
        left -= taken;
        return taken;
    }

    /** Records how many elements a layer may take. */
    public synchronized void measured(Layer found, long elements) {
        layer = name(found);
        left = elements;
    }

    private static String name(Layer layer) {
        return layer.filter().generation() + "." + layer.number();
    }
}
