package io.polybloom.simulation.schedule;

import org.jspecify.annotations.Nullable;

/** Chooses the next event. */
@FunctionalInterface
public interface Choices {

    /**
     * Chooses the next event.
     *
     * @param possible finds the events that are possible; a run that repeats another one up to some event does not ask
     *     for them until then
     * @return the choice, or null if this schedule need not be followed, since another one has the same effect
     */
    @Nullable
    Choice choose(Possibilities possible);

    /**
     * Tells what the event did that was chosen last.
     *
     * @param readsAClock whether it read the clock of a server or a client
     */
    default void happened(boolean readsAClock) {}

    /**
     * Returns whether the first event is chosen wherever several are possible from now on, and nobody will ask which
     * events have happened.
     */
    default boolean areOver() {
        return false;
    }
}
