package io.polybloom.simulation.schedule;

import java.util.List;

/** The events that are possible at a point of a run. To find them takes longer than the event itself. */
public interface Possibilities {

    /**
     * Finds all of them.
     *
     * @param resources numbers the resources that they read and write
     * @return at least one event; the first continues with the actor that had the last event
     */
    List<Event> all(Resources resources);

    /** Finds the first of them, which takes less time. */
    Event first(Resources resources);
}
