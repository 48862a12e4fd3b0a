package io.polybloom;

/**
 * The behaviour of a filter that holds more distinct elements than its capacity, by an estimate from its bits. In the
 * layout {@code server} the server decides by its own count: {@link #REJECT} accepts at least the capacity, and with
 * either of the others the server makes room, so that the rate holds; on Valkey, it may double.
 */
public enum OverCapacity {
    /**
     * Adds are still accepted, and the false-positive rate rises above the requested one, as theory predicts. The
     * default.
     */
    DEGRADE,
    /**
     * New elements are refused with an {@link OverCapacityException}; present elements are still recognised. With a
     * capacity of at least 100,000 elements and up to 8 clients, the filter accepts 98 to 101 % of its capacity; in the
     * layout {@code blocked-v1} with a rate below 1e-4, 97 to 102 %. Clients that pause between a sample of the filter
     * and the adds that follow it may exceed this.
     */
    REJECT,
    /**
     * Further layers are opened, each twice as large and with half the rate of the one before, so that the rate holds
     * however far the filter grows (Almeida et al. 2007, Scalable Bloom Filters). If several clients add the same
     * element while a layer is being opened, exactly one is told that it is new.
     */
    GROW;

    /**
     * Returns the false-positive rate of a layer of a filter. The layers of a filter that grows have p/2, p/4, p/8 and
     * so on, so that all of them together stay below p; any other filter has one layer with the rate p.
     *
     * @param filterRate p, the rate of the filter
     * @param layer the number of the layer, from 0
     */
    public double layerRate(double filterRate, int layer) {
        return this == GROW ? Math.scalb(filterRate, -(layer + 1)) : filterRate;
    }
}
