package io.polybloom.simulation.schedule;

import java.util.List;

/** Decides what happens next. */
@FunctionalInterface
public interface Choices {

    /** Answers that this schedule need not be followed, since another one has the same effect. */
    int NONE = -1;

    /**
     * Chooses one of the events that are possible.
     *
     * @param events at least one; the first goes on with the actor that had the last event
     * @return the index of the event, or {@link #NONE}
     */
    int choose(List<Event> events);
}
