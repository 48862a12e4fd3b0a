package io.polybloom.simulation.schedule;

/**
 * An event that is possible now. Two events of one run are the same if they are equal.
 *
 * @param kind its kind
 * @param actor its actor, or {@link #NOBODY}
 * @param subject its batch or server
 * @param key its key; empty if it has none
 * @param variant its variant
 * @param footprint the resources that it reads and writes
 */
public record Event(EventKind kind, int actor, long subject, String key, int variant, Footprint footprint) {

    /** Stands for the actor of an event that happens to the world. */
    public static final int NOBODY = -1;

    /** An event that is about no key. */
    public Event(EventKind kind, int actor, long subject, int variant, Footprint footprint) {
        this(kind, actor, subject, "", variant, footprint);
    }

    /** Returns the same event about a key. */
    public Event about(String otherKey) {
        return new Event(kind, actor, subject, otherKey, variant, footprint);
    }

    /** Returns whether the order of the two makes a difference. */
    public boolean dependsOn(Event other) {
        boolean sameActor = actor == other.actor && actor != NOBODY;
        return sameActor || kind.isFault() && other.kind.isFault() || footprint.meets(other.footprint);
    }
}
