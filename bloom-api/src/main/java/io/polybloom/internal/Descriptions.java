package io.polybloom.internal;

import io.polybloom.FilterDescription;
import io.polybloom.FilterSpec;
import java.time.Instant;
import java.util.Optional;

/** Makes descriptions of filters: new ones, and copies that differ in one respect. */
public final class Descriptions {

    private Descriptions() {}

    /** A filter as a caller asks for it, with the shape that it gets on so many servers; not ready. */
    public static FilterDescription planned(FilterSpec spec, int servers, String generation) {
        return new FilterDescription(
                spec.name(),
                generation,
                spec.layout(),
                spec.capacity(),
                spec.falsePositiveRate(),
                spec.geometry(servers),
                servers,
                spec.overCapacity(),
                false,
                Optional.empty());
    }

    static FilterDescription withState(FilterDescription filter, boolean ready, Optional<Instant> expireAt) {
        return copy(filter, filter.generation(), ready, expireAt);
    }

    static FilterDescription withGeneration(FilterDescription filter, String generation) {
        return copy(filter, generation, filter.ready(), filter.expireAt());
    }

    private static FilterDescription copy(
            FilterDescription filter, String generation, boolean ready, Optional<Instant> expireAt) {
        return new FilterDescription(
                filter.name(),
                generation,
                filter.layout(),
                filter.capacity(),
                filter.falsePositiveRate(),
                filter.geometry(),
                filter.servers(),
                filter.overCapacity(),
                ready,
                expireAt);
    }
}
