package io.polybloom.internal;

import io.polybloom.FilterDescription;
import io.polybloom.layout.Geometry;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** One layer of a generation: its shape and the places of its partitions. Immutable. */
public final class Layer {

    private final FilterDescription filter;
    private final KeyNames keys;
    private final int index;
    private final int firstLane;

    /**
     * Creates the view of a layer.
     *
     * @param firstLane the lane of its first partition; lanes tell the partitions of all layers apart
     */
    Layer(FilterDescription filter, KeyNames keys, int index, int firstLane) {
        this.filter = filter;
        this.keys = keys;
        this.index = index;
        this.firstLane = firstLane;
    }

    int index() {
        return index;
    }

    /** The shape. */
    public Geometry geometry() {
        return filter.layers().get(index);
    }

    /** The number of distinct elements that the layer is made for. */
    long capacity() {
        return LayerPlan.capacity(filter, index);
    }

    /** One of the partitions. */
    public Partition partition(int number) {
        return new Partition(this, number);
    }

    /** All partitions, in order, made one by one. */
    Stream<Partition> partitions() {
        return IntStream.range(0, geometry().partitions()).mapToObj(this::partition);
    }

    String keyOf(int partition) {
        return keys.partition(partition, filter.generation(), index);
    }

    int serverOf(int partition) {
        return partition % filter.servers();
    }

    int laneOf(int partition) {
        return firstLane + partition;
    }
}
