package io.polybloom.internal.filter;

import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.nearcache.KnownBits;
import io.polybloom.internal.redis.Access;
import io.polybloom.internal.window.RememberedSlices;
import io.polybloom.internal.window.ServerTime;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The state of an open filter at one moment. An operation takes it once, at its entry, and decides everything by it.
 *
 * @param generation the generation and its layers, as far as this client knew them
 * @param known the bits of that generation that the near cache knows to be set; null if the filter has no near cache
 * @param time the server's time, as it was last read; null if it was not, or if the filter does not forget
 */
public record Snapshot(
        Generation generation,
        @Nullable KnownBits known,
        @Nullable ServerTime time) {

    /** Returns the slices of a filter that forgets, at the time of this snapshot. */
    public RememberedSlices slices() {
        if (time == null) {
            throw new IllegalStateException("the time of the server is not known yet");
        }
        return new RememberedSlices(generation, time);
    }

    /** Returns the layers that are asked for elements: none if the filter forgets, and has forgotten all of them. */
    public List<Layer> asked() {
        return generation.forgets() ? slices().asked() : generation.layers();
    }

    /**
     * Returns whether the keys are there that an operation asks. An add needs keys that are prepared up to the present
     * slice; a look-up needs any that are not forgotten.
     */
    public boolean isInReach(Access access) {
        if (!generation.forgets()) {
            return true;
        }
        return access == Access.ADD ? slices().arePrepared() : !slices().asked().isEmpty();
    }

    /** Returns whether all elements are forgotten, so that no key is missing. */
    public boolean areAllForgotten() {
        return generation.forgets() && slices().areForgotten();
    }

    /** Returns whether the filter forgets, and the server must be asked for the time. */
    public boolean isOver(long localMillis) {
        return generation.forgets() && (time == null || slices().isOver(localMillis));
    }
}
