package io.polybloom.internal.model;

import io.polybloom.internal.seam.Seams;
import io.polybloom.support.FilterNames;
import java.util.ArrayList;
import java.util.List;

/**
 * The names of a filter's keys in Redis: the only place that knows them, but for those that a room keeps beside a
 * partition. No two of them are equal, whatever the names of two filters are: what follows the name of a key of the
 * filter as a whole, of a partition and of claims differs.
 */
public final class KeyNames {

    /**
     * The time by which the keys of a filter as a whole, register, copy and claims, outlive its partitions: a day. The
     * register alone says when the filter expires; the expiry of these keys only sees to it that nothing stays of a
     * filter that nobody opens again. So they are still there for what arrives after the instant: a removal of the
     * expiry that was decided before it, or the mending of a wrong expiry. What says that a filter was deleted stays as
     * long.
     */
    public static final long OUTLIVES_MILLIS = 86_400_000;

    private static final List<PartitionKeysRoom> ROOMS = Seams.of(PartitionKeysRoom.class);

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

    /** Returns the key of the register: the hash with the versions of the filter. */
    public String register() {
        return tagged ? "bloom:" + name + ":config" : "bloom:{" + name + "}";
    }

    /** Returns the key of the copy of the register, in the same slot: a version counts when it is there. */
    public String copy() {
        return copyOf(register());
    }

    private static String copyOf(String key) {
        return key + ":copy";
    }

    /**
     * Returns the key of the hash with the ids of the claims of all writers, in the slot of the register.
     *
     * @param epoch the time between two clears, of a life
     */
    public String writers(String epoch) {
        return register() + ":writers:" + epoch;
    }

    /** Returns the key of the copy of {@link #writers}. */
    public String copyOfWriters(String epoch) {
        return copyOf(writers(epoch));
    }

    /** Returns the key of the numbers that the creator of a filter has left on its servers. */
    public String order() {
        return register() + ":order";
    }

    /** Returns the key of the attempts to import a snapshot under the name. */
    public String imports() {
        return register() + ":import";
    }

    /**
     * Returns the key of the bits of a partition.
     *
     * @param layer what the keys of the layer are named after
     */
    public String partition(int partition, String layer) {
        return part(Integer.toString(partition)) + ":" + layer;
    }

    /** Returns all keys that a partition may have, whatever kind of filter it belongs to; they are in one slot. */
    public List<String> allOf(int partition, String layer) {
        String key = partition(partition, layer);
        List<String> all = new ArrayList<>(List.of(key));
        ROOMS.forEach(room -> all.addAll(room.keysBeside(key)));
        return all;
    }

    /**
     * Returns the key of the claims of a writer. It has a hash tag of its own, so that the writers of a filter spread
     * over a cluster.
     *
     * @param id 16 hexadecimal digits, drawn by the client that makes the key
     */
    public String claims(String writer, String id) {
        return part(writer) + ":claims:" + id;
    }

    /** Returns the beginning of a key that has a hash tag of its own unless the name has one. */
    private String part(String part) {
        return tagged ? "bloom:" + name + ":" + part : "bloom:{" + name + ":" + part + "}";
    }

    /**
     * Returns the name under which bits are uploaded that are merged into a partition at once, within a group of
     * commands.
     */
    static String exchange(String partitionKey) {
        return temporary(partitionKey, "add");
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
