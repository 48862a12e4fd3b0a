package io.polybloom.tck.rule;

/** The chapters of the rules. */
public enum Chapter {
    /** What a filter answers. */
    MEMBERSHIP(1, "Membership", "What a filter answers."),
    /** What a filter leaves in Redis. */
    BIT_LAYOUT(2, "Bit layout equality", "What a filter leaves in Redis, byte for byte."),
    /** How often a filter errs. */
    FALSE_POSITIVES(3, "False-positive bounds", "How often a filter errs, and how well it knows."),
    /** Where the bits are. */
    PARTITIONING(4, "Partitioning", "Which key of which server holds an element."),
    /** How filters are created, adopted, emptied and removed. */
    OPENING(5, "Opening", "How filters are created, adopted, refused, emptied and removed."),
    /** What becomes of a filter that is full. */
    OVER_CAPACITY(6, "Over capacity", "What becomes of a filter that holds more than it was made for."),
    /** What comes of accidents. */
    FAILURE(7, "Failure", "What comes of accidents: never an answer."),
    /** What holds for each kind of API. */
    FLAVOURS(8, "Flavours", "What blocking, asynchronous and event-loop APIs promise in addition."),
    /** What holds for loads. */
    LOAD(9, "Bulk load", "What a load of many elements at once leaves in Redis, also when it fails."),
    /** What a client may answer without asking. */
    NEAR_CACHE(10, "Near cache", "What a client answers from what it has seen in Redis, and for how long."),
    /** What holds for filters that other systems share. */
    OTHER_SYSTEMS(
            11, "Layouts of other systems", "Filters that Redisson, Guava and others have written, or will read.");

    private final int number;
    private final String title;
    private final String summary;

    Chapter(int number, String title, String summary) {
        this.number = number;
        this.title = title;
        this.summary = summary;
    }

    /** Returns its number, from 1. */
    public int number() {
        return number;
    }

    /** Returns its heading. */
    public String title() {
        return title;
    }

    /** Returns what it is about, in one sentence. */
    public String summary() {
        return summary;
    }
}
