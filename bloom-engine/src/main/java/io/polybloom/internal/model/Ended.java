package io.polybloom.internal.model;

/**
 * Keys of a layer that is no longer in use, and that may still exist.
 *
 * @param name what its keys are named after
 * @param partitions the number of its partitions, at least 1
 */
public record Ended(String name, int partitions) {

    /** Returns the id of the layer, whose keys may be in two places if they move on. */
    public String layer() {
        int end = name.indexOf('.');
        return end < 0 ? name : name.substring(0, end);
    }
}
