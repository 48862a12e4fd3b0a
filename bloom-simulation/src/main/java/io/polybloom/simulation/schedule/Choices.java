package io.polybloom.simulation.schedule;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Chooses the next event. */
@FunctionalInterface
public interface Choices {

    /**
     * Chooses the next event.
     *
     * @param possible finds the events that are possible, at least one, and numbers the resources that they read and
     *     write; the first continues with the actor that had the last event. It takes longer than the event itself, so
     *     that a run that repeats another one up to some event does not ask for it until then
     * @return the choice, or null if this schedule need not be followed, since another one has the same effect
     */
    @Nullable
    Choice choose(Function<Resources, List<Event>> possible);
}
