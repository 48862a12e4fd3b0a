package io.polybloom.simulation.redis;

/** What becomes of a primary that was replaced, as long as clients are still led to it. */
public enum OldPrimary {
    /** It is a replica with the keys that it had. */
    DEMOTED("stays as a replica", Ailment.NONE),
    /** It is a replica with the keys that it had, and could not save its last snapshot. */
    DEMOTED_UNABLE_TO_SAVE("stays as a replica that cannot save", Ailment.UNABLE_TO_SAVE),
    /** It is a replica with the keys that it had, whose memory is full. */
    DEMOTED_FULL("stays as a replica whose memory is full", Ailment.FULL),
    /** It was started again as a replica, and has no keys yet. */
    EMPTY_REPLICA("comes back empty as a replica", Ailment.NONE),
    /** It was started again without keys, and still takes itself for a primary. */
    EMPTY_PRIMARY("comes back empty and takes itself for a primary", Ailment.NONE);

    private final String words;
    private final Ailment ailment;

    OldPrimary(String words, Ailment ailment) {
        this.words = words;
        this.ailment = ailment;
    }

    /** Returns whether it accepts writes. They are lost. */
    public boolean isPrimary() {
        return this == EMPTY_PRIMARY;
    }

    /** Returns whether it was started again, so that no connection to it is left. */
    public boolean isRestarted() {
        return isEmpty();
    }

    boolean isEmpty() {
        return this == EMPTY_PRIMARY || this == EMPTY_REPLICA;
    }

    Ailment ailment() {
        return ailment;
    }

    @Override
    public String toString() {
        return words;
    }
}
