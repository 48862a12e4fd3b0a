package io.polybloom.internal.model;

import io.polybloom.FilterDescription;
import io.polybloom.FilterDescription.Rebuild;
import io.polybloom.FilterWindow;
import io.polybloom.layout.Geometry;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** A copy of a description, for which other values can be set. */
final class DescriptionCopy {

    private final FilterDescription filter;
    private String name;
    private String generation;
    private String origin;
    private long clears;
    private FilterDescription sizes;
    private List<Geometry> layers;
    private Optional<FilterWindow> window;
    private long rebuilds;
    private Optional<Rebuild> rebuild;
    private boolean ready;
    private Optional<Instant> expireAt;

    DescriptionCopy(FilterDescription filter) {
        this.filter = filter;
        this.name = filter.name();
        this.generation = filter.generation();
        this.origin = filter.origin();
        this.clears = filter.clears();
        this.sizes = filter;
        this.layers = filter.layers();
        this.window = filter.window();
        this.rebuilds = filter.rebuilds();
        this.rebuild = filter.rebuild();
        this.ready = filter.ready();
        this.expireAt = filter.expireAt();
    }

    DescriptionCopy name(String name) {
        this.name = name;
        return this;
    }

    /** Sets the generation. Drops the rebuild, which belonged to another generation. */
    DescriptionCopy generation(String generation) {
        this.rebuild = generation.equals(filter.generation()) ? rebuild : Optional.empty();
        this.generation = generation;
        return this;
    }

    DescriptionCopy origin(String origin) {
        this.origin = origin;
        return this;
    }

    DescriptionCopy clears(long clears) {
        this.clears = clears;
        return this;
    }

    /** Takes layout, capacity, rate and shape from another description. */
    DescriptionCopy sizes(FilterDescription other) {
        sizes = other;
        layers = other.layers();
        return this;
    }

    DescriptionCopy layers(List<Geometry> layers) {
        this.layers = layers;
        return this;
    }

    DescriptionCopy window(Optional<FilterWindow> window) {
        this.window = window;
        return this;
    }

    DescriptionCopy rebuilds(long rebuilds) {
        this.rebuilds = rebuilds;
        return this;
    }

    DescriptionCopy rebuild(Optional<Rebuild> rebuild) {
        this.rebuild = rebuild;
        return this;
    }

    DescriptionCopy ready(boolean ready) {
        this.ready = ready;
        return this;
    }

    DescriptionCopy expireAt(Optional<Instant> expireAt) {
        this.expireAt = expireAt;
        return this;
    }

    FilterDescription made() {
        return new FilterDescription(
                name,
                generation,
                origin,
                clears,
                sizes.layout(),
                filter.hash(),
                sizes.capacity(),
                sizes.falsePositiveRate(),
                sizes.sizing(),
                layers,
                sizes.maxPartitionBits(),
                filter.servers(),
                filter.overCapacity(),
                window,
                filter.elementFormat(),
                rebuilds,
                rebuild,
                ready,
                expireAt);
    }
}
