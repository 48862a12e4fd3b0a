package io.polybloom.internal.model;

import io.polybloom.FilterDescription;
import io.polybloom.internal.element.ElementBytes;
import io.polybloom.layout.Geometry;
import io.polybloom.layout.Layout;
import io.polybloom.layout.LayoutCapability;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One layer of a generation: its shape and its partitions. Thread-safe. */
public final class Layer {

    private final FilterDescription filter;
    private final Layout layout;
    private final int index;
    private final int firstOrderingKey;
    private final Places places;
    private final boolean hasTrailer;
    private final @Nullable Partition[] partitions;

    /**
     * Creates the view of a layer.
     *
     * @param firstOrderingKey the ordering key of its first partition; ordering keys tell the partitions of all layers
     *     apart
     */
    Layer(FilterDescription filter, Layout layout, int index, int firstOrderingKey) {
        this.filter = filter;
        this.layout = layout;
        this.index = index;
        this.firstOrderingKey = firstOrderingKey;
        this.places = Places.of(filter, layout, index);
        this.hasTrailer = layout.capabilities().contains(LayoutCapability.LOST_DATA_DETECTION);
        this.partitions = new Partition[geometry().partitions()];
    }

    public FilterDescription filter() {
        return filter;
    }

    public int index() {
        return index;
    }

    /** The shape. */
    public Geometry geometry() {
        return filter.layers().get(index);
    }

    /** The number of distinct elements that the layer is made for. */
    public long capacity() {
        return LayerPlan.capacity(filter, index);
    }

    /** The layout of the bits. */
    public Layout layout() {
        return layout;
    }

    /** Whether a trailer follows the bits of each partition. */
    public boolean hasTrailer() {
        return hasTrailer;
    }

    /**
     * Finds the bits of an element.
     *
     * @param offsets receives the k bit offsets within the partition, in order, from index 0; it may repeat an offset
     * @return the partition that the element lives in
     */
    public int locate(ElementBytes element, long[] offsets) {
        return layout.locate(element.bytes(), element.length(), geometry(), offsets, 0);
    }

    /**
     * One of the partitions. Each is made when it is first needed; two threads may both make it, which does no harm.
     */
    public Partition partition(int number) {
        Partition partition = partitions[number];
        if (partition == null) {
            partition = new Partition(this, number, places.of(number));
            partitions[number] = partition;
        }
        return partition;
    }

    /** All partitions, in order, made one by one. */
    public Stream<Partition> partitions() {
        return IntStream.range(0, geometry().partitions()).mapToObj(this::partition);
    }

    public int orderingKeyOf(int partition) {
        return firstOrderingKey + partition;
    }
}
