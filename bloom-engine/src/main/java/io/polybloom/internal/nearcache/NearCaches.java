package io.polybloom.internal.nearcache;

import io.polybloom.FilterOptions;
import io.polybloom.NearCache;
import io.polybloom.internal.model.Generation;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The near caches of a filter that one client has open, of one generation after the other. Thread-safe. */
public final class NearCaches {

    private final Optional<NearCache> settings;
    private final InstantSource wallClock;
    private final boolean onlyAcknowledged;

    /** Prepares near caches, if the options ask for them. */
    public NearCaches(FilterOptions options, InstantSource wallClock) {
        this.settings = options.nearCache();
        this.wallClock = wallClock;
        this.onlyAcknowledged = options.acknowledgement().isPresent();
    }

    /** Returns whether the caller wants near caches. */
    public boolean areWanted() {
        return settings.isPresent();
    }

    /** Returns an empty near cache of a generation; null if there is none. */
    @Nullable
    public KnownBits empty(Generation generation) {
        return settings
                // If the server stores the bits, as it may after a rebuild, there are no bits to know. While keys move
                // on, what one place shows may be forgotten in the next.
                .filter(cache ->
                        generation.hasReadableBits() && !generation.isMoving() && KnownBits.fit(cache, generation))
                .map(cache -> new KnownBits(cache, generation, wallClock, onlyAcknowledged))
                .orElse(null);
    }

    /**
     * Returns the near cache of a generation that the filter adopts; null if there is none.
     *
     * @param known that of the generation that it has held
     */
    @Nullable
    public KnownBits after(Generation held, @Nullable KnownBits known, Generation current) {
        if (known == null || !held.isSameAs(current) || current.isMoving()) {
            return empty(current);
        }
        // Operations on the snapshot before may not know that adds are relayed: then what confirms a partition from
        // now on tells them nothing, since they would answer an add by it that was not relayed.
        return held.relaysAdds() == current.relaysAdds() ? known.grownTo(current) : known.copyFor(current);
    }
}
