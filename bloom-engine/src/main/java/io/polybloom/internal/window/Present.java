package io.polybloom.internal.window;

import io.polybloom.FilterWindow;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.state.ServerTime;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** What of a generation counts at one time of the server. Without a window that is all of it, at any time. */
public sealed class Present {

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

    /** Returns whether it depends on the time, which must be read beside the register. */
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
     * @param nanoTime a clock of this machine that nobody can set
     */
    public boolean isOver(LongSupplier nanoTime) {
        return false;
    }

    /** Returns whether the keys take the elements of the present slice. */
    public boolean takesElements() {
        return true;
    }

    /** Returns whether all elements in the keys are forgotten, so that nothing is lost if the keys are gone. */
    public final boolean isForgotten() {
        return isForgotten(MovingLayer.prepared(generation));
    }

    /** Returns whether all elements are forgotten that are in keys which were prepared up to a slice. */
    public boolean isForgotten(long prepared) {
        return false;
    }

    /** Returns the layers that are asked for elements: none if all of their elements are forgotten. */
    public List<Layer> asked() {
        return generation.layers();
    }

    /**
     * The slices of a filter that forgets, at one time of the server. Only the server's word ends a slice: as long as
     * the estimated time is in the slice in which the server was asked, that one is present; then it is asked again.
     * The slice up to which the keys are prepared, or are being prepared, gives a lower bound, even if the server's
     * clock was set back.
     */
    private static final class RememberedSlices extends Present {

        private final FilterWindow window;
        private final @Nullable ServerTime time;

        RememberedSlices(Generation generation, @Nullable ServerTime time) {
            super(generation);
            this.window = generation.description().window().orElseThrow();
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
        public boolean isOver(LongSupplier nanoTime) {
            return time == null || window.sliceAt(time.at(nanoTime.getAsLong())) > window.sliceAt(time.serverMillis());
        }

        /** They do if they are prepared up to the present slice. */
        @Override
        public boolean takesElements() {
            return window.open().size() == 1 && MovingLayer.prepared(generation) == slice();
        }

        @Override
        public boolean isForgotten(long prepared) {
            return prepared < slice() - window.slices();
        }

        @Override
        public List<Layer> asked() {
            if (takesElements()) {
                return generation.layers();
            }
            return isForgotten()
                    ? List.of()
                    : new MovingLayer(generation.description(), generation.layout()).layersAt(slice());
        }
    }
}
