package io.polybloom.internal.filter;

import io.polybloom.internal.model.Generation;
import io.polybloom.internal.state.ServerTime;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A room whose filters change with the time. */
public interface TimeRoom {

    /**
     * Returns what of a generation counts at a time if it is one of the room's.
     *
     * @param time the server's time, as it was last read; null if it was not
     */
    Optional<TimeView> view(Generation generation, @Nullable ServerTime time);
}
