package io.polybloom.internal.filter;

import io.polybloom.internal.model.CallElements;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.nearcache.KnownBits;
import io.polybloom.internal.nearcache.KnownElements;
import io.polybloom.internal.redis.Access;
import io.polybloom.internal.state.ServerTime;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The state of an open filter at one moment. An operation takes it once, at its entry, and decides everything by it.
 *
 * @param generation the generation and its layers, as far as this client knew them
 * @param known the bits of that generation that the near cache knows to be set; null if the filter has no near cache
 * @param time the server's time, as it was last read; null if it was not, or if the filter does not depend on it
 * @param view what of the generation counts at that time
 */
public record Snapshot(
        Generation generation,
        @Nullable KnownBits known,
        @Nullable ServerTime time,
        TimeView view) {

    Snapshot(Generation generation, @Nullable KnownBits known, @Nullable ServerTime time) {
        this(generation, known, time, TimeView.of(generation, time));
    }

    /**
     * Returns what the near cache may answer an operation by; null if there is nothing. The cache does not know whether
     * an element is where adds are relayed to.
     */
    @Nullable
    public KnownBits knownFor(Access access) {
        return access == Access.ADD && generation.relaysAdds() ? null : known;
    }

    /**
     * Returns how many elements of an add, from a place on, the server must be asked for: those that the near cache
     * knows get their outcome.
     */
    public int toAsk(CallElements elements, int from) {
        int toAsk = elements.size() - from;
        KnownBits near = knownFor(Access.ADD);
        if (near != null) {
            KnownElements present = new KnownElements(elements, near, generation.layers());
            for (int index = from; index < elements.size(); index++) {
                toAsk -= present.contains(index) ? 1 : 0;
            }
        }
        return toAsk;
    }

    /** Returns the layers that are asked for elements: none if the filter forgets, and has forgotten all of them. */
    public List<Layer> asked() {
        return view.asked();
    }

    /** Returns whether the keys are there that an operation asks. */
    public boolean isInReach(Access access) {
        return access == Access.ADD ? view.takesElements() : !asked().isEmpty();
    }
}
