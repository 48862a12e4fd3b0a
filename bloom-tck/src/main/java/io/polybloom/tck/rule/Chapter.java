package io.polybloom.tck.rule;

/** The chapters of the rules. */
public enum Chapter {
    /** The answers of a filter. */
    MEMBERSHIP(1, "Membership", "The answers of a filter."),
    /** The data of a filter in Redis. */
    BIT_LAYOUT(2, "Bit layout equality", "The data of a filter in Redis, byte for byte."),
    /** How often a filter errs. */
    FALSE_POSITIVES(3, "False-positive bounds", "The error rate of a filter, and its statistics."),
    /** Where the bits are. */
    PARTITIONING(4, "Partitioning", "The server and the key that hold an element."),
    /** How filters are created, adopted, emptied and removed. */
    OPENING(5, "Opening", "How filters are created, adopted, refused, emptied and removed."),
    /** The behaviour of a filter that is full. */
    OVER_CAPACITY(6, "Over capacity", "The behaviour of a filter at and beyond its capacity."),
    /** The outcome of accidents. */
    FAILURE(7, "Failure", "The outcome of accidents: an exception, never an answer."),
    /** Promises of each kind of API. */
    FLAVOURS(8, "Flavours", "Further promises of blocking, asynchronous and event-loop APIs."),
    /** The effects of loads. */
    LOAD(9, "Bulk load", "What a bulk load does to Redis, including when it fails."),
    /** The answers of a client without asking Redis. */
    NEAR_CACHE(
            10,
            "Near cache",
            "The answers of a client from bits that it has seen set in Redis, and for how long it gives them."),
    /** Filters that other systems share. */
    OTHER_SYSTEMS(
            11, "Layouts of other systems", "Filters that Redisson, Guava and others have written, or will read."),
    /** Merges of filters. */
    UNION(12, "Union", "The effects of a merge of several filters on its target, and the cases that it refuses."),
    /** Filters that forget after a time. */
    WINDOWS(
            13,
            "Windows",
            "The answers of a filter with a window, by the clock of its server, and the keys of its slices."),
    /** Rebuilds of filters. */
    REBUILD(14, "Rebuild", "Filters that get another size while they are in use."),
    /** The answers to a writer that restarts. */
    CLAIMS(
            15,
            "Claims",
            "The answers to the deliveries of a writer that has crashed and restarted, and the keys that hold"
                    + " them."),
    /** The removal of elements. */
    REMOVAL(16, "Removal", "Filters that count their elements, so that elements can be removed."),
    /** The estimates of counters. */
    DISTINCT_COUNTERS(17, "Distinct counters", "The counters of distinct elements, and their keys."),
    /** Filters whose bits the server keeps. */
    SERVER_FILTERS(
            18,
            "Filters of the server",
            "Filters whose bits the server itself stores, with its commands BF.*: Redis 8, RedisBloom, Valkey."),
    /** The copies of filters in a JVM. */
    MIRRORS(
            19,
            "Mirrors",
            "The answers of a copy of all bits of a filter, which asks nobody, and how it is kept up to date."),
    /** Whole filters in streams. */
    SNAPSHOTS(20, "Snapshots", "Filters that are written to streams, built without Redis, and brought back."),
    /** Servers that refuse a command. */
    HOSTS(21, "Hosts", "Hosts and proxies that refuse a command that others execute, and users who may not send it.");

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

    /** Returns its topic, in one sentence. */
    public String summary() {
        return summary;
    }
}
