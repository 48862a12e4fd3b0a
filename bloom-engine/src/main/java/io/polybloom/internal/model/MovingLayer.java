package io.polybloom.internal.model;

import io.polybloom.FilterDescription;
import io.polybloom.FilterWindow;
import io.polybloom.layout.Layout;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The only layer of a filter with a window. Its number is the slice up to which its keys are prepared, so that it goes
 * up when a slice begins; there is none until an element is added.
 */
final class MovingLayer extends Succession {

    private final FilterWindow window;

    MovingLayer(FilterDescription filter, Layout layout) {
        super(filter, layout);
        this.window = filter.window().orElseThrow();
    }

    @Override
    String keyName(int index, long number) {
        return super.keyName(index, number) + "." + number;
    }

    @Override
    List<Layer> layers() {
        return window.open().isEmpty() ? List.of() : layersAt(window.open().get(0));
    }

    @Override
    List<Layer> layersAt(long slice) {
        List<Long> open = window.open();
        Layer next = open.size() > 1 ? ofSlice(open.get(1), slice, null) : null;
        return List.of(ofSlice(open.get(0), slice, next));
    }

    @Override
    Layer withoutKeys() {
        return ofSlice(0, 0, null);
    }

    private Layer ofSlice(long prepared, long present, @Nullable Layer next) {
        return new Layer(this, 0, prepared, 0, Cells.of(window, prepared, present), next);
    }

    static boolean areMoved(List<Layer> layers) {
        return layers.stream().anyMatch(layer -> layer.next().isPresent());
    }

    /** Returns the slice up to which keys are prepared; less than any other if there are none yet. */
    static long newest(List<Layer> layers) {
        return layers.isEmpty() ? Generation.NO_LAYER : layers.get(0).number();
    }

    /** The time decides which bits an element sets. */
    @Override
    boolean takesBits() {
        return false;
    }

    @Override
    boolean movesOn() {
        return true;
    }

    /** All slices have the same. */
    @Override
    long capacity(int index) {
        return (filter.capacity() - 1) / window.slices() + 1;
    }

    @Override
    Optional<Instant> expiry(long number) {
        return Optional.of(window.expiry(number));
    }
}
