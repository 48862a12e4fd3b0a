package io.polybloom.internal.model;

import io.polybloom.support.FilterNames;

/**
 * The names of a filter's keys in Redis: the only place that knows them. No two of them are equal, whatever the names
 * of two filters are: what follows the name of a key of the filter as a whole, of a partition and of claims differs.
 */
public final class KeyNames {

    /**
     * The time by which the keys of a filter as a whole, trace, config and claims, outlive its partitions: a day. The
     * field of the config alone says when the filter expires; the expiry of these keys only sees to it that nothing
     * stays of a filter that nobody opens again. So they are still there for what arrives after the instant: a removal
     * of the expiry that was decided before it, or the mending of a wrong expiry.
     */
    public static final long OUTLIVES_MILLIS = 86_400_000;

    private final String name;
    private final boolean tagged;

    /** Creates the key names of a filter; the name must pass {@link FilterNames#require(String)}. */
    public KeyNames(String name) {
        this.name = FilterNames.require(name);
        this.tagged = name.indexOf('{') >= 0;
    }

    /** Returns the filter's name. */
    public String name() {
        return name;
    }

    /** Returns the key of the config hash. */
    public String config() {
        return tagged ? "bloom:" + name + ":config" : "bloom:{" + name + "}";
    }

    /**
     * Returns the key of the hash, in the slot of the config, that names the lives under the name: the only remaining
     * sign of the filter if the config is lost.
     */
    public String trace() {
        return config() + ":trace";
    }

    /**
     * Returns the key that the config is given when it is removed, so that its final content is known and can be
     * restored.
     */
    public String gone() {
        return config() + ":gone";
    }

    /** Returns the key that the config is given when its life ends without a mark. */
    public String ended(String origin) {
        return gone() + ":" + origin;
    }

    /** Returns the key of the numbers that the creator of a filter has left on its servers. */
    public String order() {
        return config() + ":order";
    }

    /** Returns the key of the attempts to import a snapshot under the name. */
    public String imports() {
        return config() + ":import";
    }

    /** Returns the key of the trace of a life before it has its name. */
    public String unbornTrace(String origin) {
        return unborn(trace() + ":" + origin);
    }

    /** Returns the key of the bits of a partition. */
    public String partition(int partition, String generation, long layer) {
        return part(Integer.toString(partition)) + ":" + generation + "." + layer;
    }

    /**
     * Returns the key of the claims of a writer. It has a hash tag of its own, so that the writers of a filter spread
     * over a cluster.
     *
     * @param epoch the time between two clears, of a life
     */
    String claims(String writer, String epoch) {
        return part(writer) + ":claims:" + epoch;
    }

    /** Returns the beginning of a key that has a hash tag of its own unless the name has one. */
    private String part(String part) {
        return tagged ? "bloom:" + name + ":" + part : "bloom:{" + name + ":" + part + "}";
    }

    /** Returns the name under which a key is made, so that it appears under its own name complete, and only once. */
    public static String unborn(String key) {
        return temporary(key, "new");
    }

    /** Returns the name under which one of several clients makes a key. */
    static String unborn(String key, String maker) {
        return temporary(key, maker + ":new");
    }

    /** Returns the name of the server's own filter that has the bits of a partition. */
    static String module(String partitionKey) {
        return temporary(partitionKey, "bf");
    }

    /**
     * Returns the name under which bits are uploaded that are merged into a partition at once, within a group of
     * commands.
     */
    static String exchange(String partitionKey) {
        return temporary(partitionKey, "add");
    }

    /** Returns the name of a partition of a filter with a window on its way to the next slice. */
    static String moving(String partitionKey) {
        return temporary(partitionKey, "old");
    }

    /** Returns the name of the string that clears columns of a partition on its way to the next slice. */
    static String mask(String partitionKey) {
        return temporary(partitionKey, "mask");
    }

    /**
     * Returns the name of the hash that says when a partition expires, and stops a client that does not know that it
     * does.
     */
    static String expiry(String partitionKey) {
        return temporary(partitionKey, "expires");
    }

    /** Returns the name of the key that is set, for a millisecond, to make a server propagate something. */
    public static String acknowledged(String key) {
        return temporary(key, "ack");
    }

    /** Returns the name of a key in the same slot, for bits that will be merged into the key or replace it. */
    public static String temporary(String key, String suffix) {
        int open = key.indexOf('{');
        boolean hasTag = open >= 0 && key.indexOf('}', open) > open + 1;
        return (hasTag ? key : "{" + key + "}") + ":" + suffix;
    }
}
