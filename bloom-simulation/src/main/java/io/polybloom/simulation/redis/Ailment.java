package io.polybloom.simulation.redis;

/** Why a server refuses writes, be it a primary or a replica. */
public enum Ailment {
    /** It is well. */
    NONE("ceases to refuse writes"),
    /** Its memory is full, and no key may be evicted. A replica has this only if it minds its own limit. */
    FULL("refuses writes that need memory, since it has none left"),
    /** Its memory is full until a key is removed. */
    NEARLY_FULL("refuses writes that need memory, until a key is removed"),
    /** It could not save its last snapshot. */
    UNABLE_TO_SAVE("refuses writes, since it could not save a snapshot");

    private final String words;

    Ailment(String words) {
        this.words = words;
    }

    @Override
    public String toString() {
        return words;
    }
}
