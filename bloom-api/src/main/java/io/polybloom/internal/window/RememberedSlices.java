package io.polybloom.internal.window;

import io.polybloom.FilterWindow;
import io.polybloom.internal.config.ConfigKey;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Layer;
import io.polybloom.step.Step;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * The slices of a filter that forgets, at one time of the server. Only the server's word ends a slice: as long as the
 * estimated time is in the slice in which the server was asked, that one is present; then it is asked again. The slice
 * up to which the keys are prepared, or are being prepared, gives a lower bound, even if the server's clock was set
 * back.
 */
final class RememberedSlices extends Present {

    private final FilterWindow window;
    private final @Nullable ServerTime time;

    RememberedSlices(Generation generation, @Nullable ServerTime time) {
        super(generation);
        this.window = generation.window();
        this.time = time;
    }

    @Override
    public boolean isTimed() {
        return true;
    }

    @Override
    public long slice() {
        if (time == null) {
            throw new IllegalStateException("the time of the server is not known yet");
        }
        List<Long> open = window.open();
        long byClock = window.sliceAt(time.serverMillis());
        return open.isEmpty() ? byClock : Math.max(byClock, open.get(open.size() - 1));
    }

    @Override
    public boolean isOver(LongSupplier localMillis) {
        return time == null || window.sliceAt(time.at(localMillis.getAsLong())) > window.sliceAt(time.serverMillis());
    }

    /** They do if they are prepared up to the present slice. */
    @Override
    public boolean takesElements() {
        return window.open().size() == 1 && generation.newestSlice() == slice();
    }

    @Override
    public boolean isForgotten() {
        return generation.newestSlice() < slice() - window.slices();
    }

    @Override
    public List<Layer> asked() {
        if (takesElements()) {
            return generation.layers();
        }
        return isForgotten() && !areBeingMade() ? List.of() : generation.layersAt(slice());
    }

    /** Returns whether keys are being made for a slice that is remembered: elements may have been added to them. */
    private boolean areBeingMade() {
        List<Long> open = window.open();
        return open.size() > 1 && open.get(1) >= slice() - window.slices();
    }

    @Override
    Step<List<Layer>> findLayers() {
        return new ConfigKey(generation.description().name()).serverMillis().then(millis -> {
            long current = window.sliceAt(millis);
            SortedSet<Long> slices = new TreeSet<>(window.open());
            LongStream.rangeClosed(current - window.slices() - 1, current + 1).forEach(slices::add);
            return new Step.Done<>(Generation.ofSlices(generation.description(), slices));
        });
    }
}
