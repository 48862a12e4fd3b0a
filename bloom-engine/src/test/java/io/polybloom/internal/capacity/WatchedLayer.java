package io.polybloom.internal.capacity;

import io.polybloom.FilterDescription;
import io.polybloom.FilterSpec;
import io.polybloom.LayerStats;
import io.polybloom.OverCapacity;
import io.polybloom.internal.model.Descriptions;
import io.polybloom.internal.model.Generation;
import io.polybloom.layout.ElementHash;
import java.util.Optional;

/** A generation whose newest layer is watched, and samples of that layer. */
final class WatchedLayer {

    static final long CAPACITY = 1_000_000;

    private WatchedLayer() {}

    static Generation of(OverCapacity policy) {
        return of(policy, CAPACITY, "0123456789abcdef");
    }

    static Generation of(OverCapacity policy, long capacity, String id) {
        FilterSpec spec = FilterSpec.named("clicks")
                .capacity(capacity)
                .overCapacity(policy)
                .build();
        return new Generation(Descriptions.planned(spec, 1, id, ElementHash.murmur3()));
    }

    /** The same generation with one more layer. */
    static Generation grown(Generation generation) {
        FilterDescription filter = generation.description();
        return new Generation(Descriptions.withShape(filter, filter.geometry()));
    }

    static CapacityWatch watch(Generation generation) {
        return new CapacityWatch(generation, Optional.of(stats -> {}));
    }

    /** A sample of the newest layer that estimates this number of elements. */
    static LayerStats sample(Generation generation, long estimate) {
        return new LayerStats(
                generation.newest().geometry(), generation.newest().capacity(), 64, 0.1, estimate, 0.001, false);
    }
}
