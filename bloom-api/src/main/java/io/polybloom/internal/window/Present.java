package io.polybloom.internal.window;

import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Layer;
import io.polybloom.step.Step;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** What of a generation counts at one time of the server. Without a window that is all of it, at any time. */
public sealed class Present permits RememberedSlices {

    final Generation generation;

    Present(Generation generation) {
        this.generation = generation;
    }

    /**
     * Creates the view of a generation.
     *
     * @param time the server's time, as it was last read; null if it was not, or if the filter does not forget
     */
    public static Present of(Generation generation, @Nullable ServerTime time) {
        return generation.description().window().isPresent()
                ? new RememberedSlices(generation, time)
                : new Present(generation);
    }

    /**
     * Returns the layers of a generation that may have keys, where its config is lost: those that are known or, if they
     * depend on the time, those that may exist by the server's clock; the keys of all others have expired.
     */
    public static Step<List<Layer>> layersAtAnyTime(Generation generation) {
        return of(generation, null).findLayers();
    }

    Step<List<Layer>> findLayers() {
        return new Step.Done<>(generation.layers());
    }

    /** Returns whether it depends on the time, which must be read beside the config. */
    public boolean isTimed() {
        return false;
    }

    /** Returns the number of the present slice; all time is one slice to a filter without a window. */
    public long slice() {
        return 0;
    }

    /**
     * Returns whether the slice may have ended, so that the server must be asked for its time.
     *
     * @param localMillis returns the milliseconds that this machine has counted by now
     */
    public boolean isOver(LongSupplier localMillis) {
        return false;
    }

    /** Returns whether the keys take the elements of the present slice. */
    public boolean takesElements() {
        return true;
    }

    /** Returns whether all elements in the keys are forgotten, so that nothing is lost if the keys are gone. */
    public boolean isForgotten() {
        return false;
    }

    /** Returns the layers that are asked for elements: none if all of their elements are forgotten. */
    public List<Layer> asked() {
        return generation.layers();
    }
}
