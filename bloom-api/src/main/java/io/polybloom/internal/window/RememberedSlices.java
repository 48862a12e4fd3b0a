package io.polybloom.internal.window;

import io.polybloom.FilterWindow;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Layer;
import java.util.List;

/**
 * The slices of a filter that forgets, at one time of the server. Only the server's word ends a slice: as long as the
 * estimated time is in the slice in which the server was asked, that one is present; then it is asked again. The slice
 * up to which the keys are prepared, or are being prepared, gives a lower bound, even if the server's clock was set
 * back.
 */
public final class RememberedSlices {

    private final Generation generation;
    private final FilterWindow window;
    private final ServerTime time;
    private final long current;

    /** Creates the view of a generation at a time. */
    public RememberedSlices(Generation generation, ServerTime time) {
        this.generation = generation;
        this.window = generation.window();
        this.time = time;
        List<Long> open = window.open();
        long byClock = window.sliceAt(time.serverMillis());
        this.current = open.isEmpty() ? byClock : Math.max(byClock, open.get(open.size() - 1));
    }

    /** Returns the number of the present slice. */
    public long current() {
        return current;
    }

    /**
     * Returns whether the server must be asked for its time again.
     *
     * @param localMillis the milliseconds that this machine has counted by now
     */
    public boolean isOver(long localMillis) {
        return window.sliceAt(time.at(localMillis)) > window.sliceAt(time.serverMillis());
    }

    /** Returns whether the keys are prepared up to the present slice, so that they take its elements. */
    public boolean arePrepared() {
        return window.open().size() == 1 && generation.newestSlice() == current;
    }

    /** Returns whether all elements in the keys are forgotten, so that nothing is lost if the keys are gone. */
    public boolean areForgotten() {
        return generation.newestSlice() < current - window.slices();
    }

    /** Returns the keys that are asked at the present time: none if all of their elements are forgotten. */
    public List<Layer> asked() {
        if (arePrepared()) {
            return generation.layers();
        }
        return areForgotten() ? List.of() : List.of(generation.newest().at(current));
    }
}
