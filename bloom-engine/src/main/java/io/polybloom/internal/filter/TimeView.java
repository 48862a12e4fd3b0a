package io.polybloom.internal.filter;

import io.polybloom.LostDataException;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.seam.Seams;
import io.polybloom.internal.state.ServerTime;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What of a generation counts at one time of the server: here all of it, at any time. A room whose filters change with
 * the time has a subclass of its own. Immutable.
 */
public class TimeView {

    private static final List<TimeRoom> ROOMS = Seams.of(TimeRoom.class);

    private final Generation generation;

    /** Creates the view of a room. */
    protected TimeView(Generation generation) {
        this.generation = generation;
    }

    /**
     * Returns the view of a generation.
     *
     * @param time the server's time, as it was last read; null if it was not
     */
    static TimeView of(Generation generation, @Nullable ServerTime time) {
        return Seams.first(ROOMS, room -> room.view(generation, time)).orElseGet(() -> new TimeView(generation));
    }

    protected final Generation generation() {
        return generation;
    }

    /** Returns whether it depends on the time, which must be read beside the register. */
    public boolean isTimed() {
        return false;
    }

    /**
     * Returns whether its time may have ended, so that the server must be asked for its time.
     *
     * @param nanoTime a clock of this machine that nobody can set
     */
    public boolean isOver(LongSupplier nanoTime) {
        return false;
    }

    /** Returns whether the keys take elements now. */
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

    /**
     * Returns the complaint that the keys have moved on too often during one call.
     *
     * @param most how often they may
     */
    public LostDataException movedTooOften(int most) {
        return Recovery.changedAgain(generation);
    }
}
