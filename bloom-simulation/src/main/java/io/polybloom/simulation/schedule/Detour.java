package io.polybloom.simulation.schedule;

/**
 * What happens between a deviation and the event that it puts off.
 *
 * @param actor the actor of that event
 * @param footprint what all events of the detour read and write
 * @param actors a bit for each actor that does anything meanwhile
 * @param setsAClock whether the clock of a client is set meanwhile
 */
record Detour(int actor, Footprint footprint, long actors, boolean setsAClock) {

    /** Begins before an event that is put off. */
    static Detour before(Event putOff) {
        return new Detour(putOff.actor(), Footprint.NONE, 0, false);
    }

    /** Adds an event. The clock of a client is set, and nothing else is done by its actor. */
    Detour and(Event event) {
        boolean setsClock = event.kind() == EventKind.CLIENT_SHIFT;
        boolean isOfActor = event.actor() != Event.NOBODY && !setsClock;
        return new Detour(
                actor,
                footprint.and(event.footprint()),
                isOfActor ? actors | 1L << event.actor() : actors,
                setsAClock || setsClock);
    }

    /**
     * Returns whether the detour could as well have been made before another event, the one just before the event that
     * it puts off.
     *
     * @param touched what that event reads and writes
     * @param readsAClock whether it reads a clock
     */
    boolean commutesWith(Event event, Footprint touched, boolean readsAClock) {
        return event.actor() == actor
                && (actors >> actor & 1) == 0
                && !(setsAClock && readsAClock)
                && !footprint.meets(touched);
    }
}
