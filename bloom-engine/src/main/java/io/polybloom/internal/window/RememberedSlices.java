package io.polybloom.internal.window;

import io.polybloom.FilterWindow;
import io.polybloom.LostDataException;
import io.polybloom.internal.filter.OpenFilter;
import io.polybloom.internal.filter.Snapshot;
import io.polybloom.internal.filter.TimeView;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.state.ServerTime;
import io.polybloom.step.Step;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The slices of a filter with a window, at one time of the server. Only the server's word ends a slice: as long as the
 * estimated time is in the slice in which the server was asked, that one is present; then it is asked again. The slice
 * up to which the keys are prepared, or are being prepared, gives a lower bound, even if the server's clock was set
 * back.
 */
final class RememberedSlices extends TimeView {

    private final MovingLayer layering;
    private final FilterWindow window;
    private final @Nullable ServerTime time;

    /** Creates the view of a generation; the time is null if it was not read. */
    RememberedSlices(Generation generation, @Nullable ServerTime time) {
        super(generation);
        this.layering = new MovingLayer(generation.description(), generation.layout());
        this.window = layering.window();
        this.time = time;
    }

    /** Returns the slices of a snapshot of a filter with a window. */
    static RememberedSlices of(Snapshot snapshot) {
        return (RememberedSlices) snapshot.view();
    }

    @Override
    public boolean isTimed() {
        return true;
    }

    /** Returns the number of the present slice. */
    long present() {
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
        return window.open().size() == 1 && prepared() == present();
    }

    /**
     * Prepares the keys for the present slice, together with any other client that does so. The value is a newer
     * snapshot: the keys are prepared up to a later slice, or the generation was replaced.
     */
    Step<Snapshot> open(OpenFilter filter) {
        return new SliceOpening(generation(), isForgotten(), present(), filter.environment())
                .start()
                .then(made -> filter.refresh(generation()))
                .then(newer -> isStuckIn(newer)
                        // Everything may be forgotten by now.
                        ? filter.refresh(generation()).also(this::requireProgress)
                        : Step.done(newer));
    }

    private boolean isStuckIn(Snapshot newer) {
        return newer.generation().isSameAs(generation())
                && newer.generation()
                        .description()
                        .window()
                        .equals(generation().description().window())
                && of(newer).present() == present();
    }

    /** Keys that do not arrive in the next slice, and are not forgotten by now, were lost. */
    private void requireProgress(Snapshot newer) {
        if (isStuckIn(newer)) {
            String name = generation().description().name();
            throw new LostDataException(
                    name,
                    "the filter '" + name + "' has lost bits: a key was evicted, deleted, flushed or lost in a failover"
                            + " before a new slice began, or holds another value. Elements may be missing, so there is"
                            + " no answer. Repeat the call. If it fails again, call clear() or delete() to start over");
        }
    }

    @Override
    public boolean isForgotten() {
        return prepared() < present() - window.slices();
    }

    @Override
    public List<Layer> asked() {
        if (takesElements()) {
            return generation().layers();
        }
        return isForgotten() ? List.of() : layering.layersAt(present());
    }

    @Override
    public LostDataException movedTooOften(int most) {
        String name = generation().description().name();
        return new LostDataException(
                name,
                "more than " + most + " slices of the filter '" + name + "' have ended during this call: repeat it");
    }

    private long prepared() {
        return MovingLayer.prepared(generation());
    }
}
