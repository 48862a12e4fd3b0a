package io.polybloom.internal.window;

import io.polybloom.FilterDescription;
import io.polybloom.FilterWindow;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.KeyNames;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.model.Layering;
import io.polybloom.internal.model.Lifetime;
import io.polybloom.internal.model.Partition;
import io.polybloom.layout.Layout;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The only layer of a filter with a window. Its number is the slice up to which its keys are prepared, so that it goes
 * up when a slice begins; there is none until an element is added.
 */
final class MovingLayer extends Layering {

    private final FilterWindow window;

    MovingLayer(FilterDescription filter, Layout layout) {
        super(filter, layout);
        this.window = filter.window().orElseThrow();
    }

    FilterWindow window() {
        return window;
    }

    @Override
    protected String keyName(int index, long number) {
        return super.keyName(index, number) + "." + number;
    }

    @Override
    protected List<Layer> layers() {
        return window.open().isEmpty() ? List.of() : layersAt(window.open().get(0));
    }

    /** Returns the layer at a time at which a slice is the present one; there must be keys. */
    List<Layer> layersAt(long slice) {
        List<Long> open = window.open();
        Layer next = open.size() > 1 ? ofSlice(open.get(1), slice, null) : null;
        return List.of(ofSlice(open.get(0), slice, next));
    }

    @Override
    protected Layer withoutKeys() {
        return ofSlice(0, 0, null);
    }

    private Layer ofSlice(long prepared, long present, @Nullable Layer next) {
        return new Layer(this, 0, prepared, 0, new Columns(window, prepared, present), next);
    }

    /** Returns the slice up to which the keys of a generation are prepared; less than any other if there are none. */
    static long prepared(Generation generation) {
        return generation.layers().isEmpty()
                ? Long.MIN_VALUE
                : generation.layers().get(0).number();
    }

    /** The time decides which bits an element sets. */
    @Override
    protected boolean takesBits() {
        return false;
    }

    @Override
    protected List<Partition> trail(Partition partition) {
        Partition there = partition.layer().next().orElseThrow().partition(partition.number());
        return List.of(partition, partition.under(keyOnTheWay(there.place().key())), there);
    }

    /**
     * Returns the name of a partition on its way to a slice.
     *
     * @param key its key in that slice
     */
    static String keyOnTheWay(String key) {
        return KeyNames.temporary(key, "old");
    }

    /** Returns the name of the string that clears columns on that way. */
    static String mask(String key) {
        return KeyNames.temporary(key, "mask");
    }

    /** All slices have the same. */
    @Override
    protected long capacity(int index) {
        return (filter().capacity() - 1) / window.slices() + 1;
    }

    @Override
    protected Lifetime lifetime(long number) {
        return Lifetime.until(window.expiry(number));
    }
}
