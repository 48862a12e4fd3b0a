package io.polybloom.internal.model;

import io.polybloom.layout.Geometry;
import java.util.OptionalLong;

/**
 * A layer as a version of a filter names it.
 *
 * @param id 16 hexadecimal digits in the names of its keys, drawn by the client that makes it; no two layers have one
 * @param geometry its shape
 * @param number its {@linkplain Layer#number number} if its keys move on; empty otherwise
 */
public record NamedLayer(String id, Geometry geometry, OptionalLong number) {

    /** Returns what its keys are named after. */
    public String keyName() {
        return number.isPresent() ? id + "." + number.getAsLong() : id;
    }

    /** Returns the same layer, of which nothing is made, under another id. */
    public NamedLayer as(String other) {
        return new NamedLayer(other, geometry, number);
    }
}
