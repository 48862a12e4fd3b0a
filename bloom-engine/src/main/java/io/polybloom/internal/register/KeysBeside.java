package io.polybloom.internal.register;

import io.polybloom.FilterDescription;
import io.polybloom.internal.model.Lifetime;
import io.polybloom.internal.redis.Steps;
import io.polybloom.internal.seam.Seams;
import io.polybloom.step.Step;
import java.util.List;
import java.util.function.Function;

/**
 * The keys that a feature stores beside the layers of a filter: a clear or a deletion removes them, too, and they
 * expire with the filter. A room answers for its own keys; the register asks all rooms, one after the other, about each
 * filter that has versions.
 *
 * <p>A key may be made when the filter has just been cleared, deleted or given another lifetime: so a room reads the
 * register after it has made one, and mends what it has made if that says otherwise.
 */
public interface KeysBeside {

    /**
     * Gives the keys made since the most recent clear the lifetime of the filter or, if they must outlast it as claims
     * do, {@linkplain io.polybloom.internal.model.Lifetime#ofWhole a day longer}. This is asked when another lifetime
     * is settled; to a key that is made later, the room gives it.
     */
    Step<Void> live(Register register, FilterDescription filter, Lifetime lifetime);

    /**
     * Removes the keys from before the most recent clear. A client that finishes a clear late does so again: the names
     * of the keys must tell them from those since.
     */
    Step<Void> removeEarlier(Register register, FilterDescription filter);

    /** Removes all keys of a filter. */
    Step<Void> removeAll(Register register, FilterDescription filter);

    /** Does something with the keys of all rooms. */
    static Step<Void> each(Function<KeysBeside, Step<Void>> action) {
        return Steps.each(Rooms.ALL.iterator(), action);
    }

    /** Holds the rooms that have such keys. */
    final class Rooms {
        private static final List<KeysBeside> ALL = Seams.of(KeysBeside.class);

        private Rooms() {}
    }
}
