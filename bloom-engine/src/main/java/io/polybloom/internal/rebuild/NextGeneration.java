package io.polybloom.internal.rebuild;

import io.polybloom.FilterDescription;
import io.polybloom.FilterRebuild;
import io.polybloom.FilterSpec;
import io.polybloom.FilterSpecBuilder;
import io.polybloom.UnsupportedFilterException;
import io.polybloom.internal.model.Descriptions;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.model.Storage;
import io.polybloom.layout.ElementHash;
import io.polybloom.layout.LayoutCapability;
import io.polybloom.layout.Layouts;

/** Chooses the parameters of the generation that a rebuild makes. */
final class NextGeneration {

    private NextGeneration() {}

    /**
     * Describes the next generation.
     *
     * @param id the id that was drawn for it
     * @throws UnsupportedFilterException if the filter cannot be rebuilt
     */
    static FilterDescription of(FilterRebuild.Plan plan, Generation old, String id) {
        FilterDescription filter = old.description();
        old.requireThatKeysStay(" and cannot be rebuilt, since the elements do not tell when they were added. Create"
                + " another filter with the capacity and the window that you need");
        String reason = "counts elements, and cannot be rebuilt: an element that is removed meanwhile would still be"
                + " in the rebuilt filter. Create another filter with the capacity that you need";
        old.require(LayoutCapability.LASTING_BITS, reason);
        boolean isSameSize = plan.capacity().isEmpty()
                && plan.falsePositiveRate().isEmpty()
                && plan.layout().isEmpty()
                && filter.layers().size() == 1;
        return Descriptions.rebuilt(filter, isSameSize ? filter : sized(plan, old), id);
    }

    private static FilterDescription sized(FilterRebuild.Plan plan, Generation old) {
        FilterDescription filter = old.description();
        String layout = plan.layout().orElse(filter.layout());
        if (!Storage.of(Layouts.get(layout)).isVersioned()) {
            throw new UnsupportedFilterException("the filter '" + filter.name() + "' cannot be rebuilt in the layout '"
                    + layout + "', which is not a native layout");
        }
        if (!Layouts.get(layout).capabilities().contains(LayoutCapability.LASTING_BITS)) {
            throw new UnsupportedFilterException("the filter '" + filter.name() + "' cannot be rebuilt in the layout '"
                    + layout
                    + "': elements that are added meanwhile may also come from the source, and would be counted twice");
        }
        FilterSpecBuilder builder = FilterSpec.named(filter.name())
                .layout(layout)
                .capacity(plan.capacity().orElseGet(() -> capacity(old)))
                .falsePositiveRate(plan.falsePositiveRate().orElse(filter.falsePositiveRate()))
                .sizing(filter.sizing())
                .maxPartitionBits(filter.maxPartitionBits())
                .overCapacity(filter.overCapacity());
        // Like a layer by which a filter grows: never with fewer partitions than before.
        int partitions = builder.build().geometry(filter.servers()).partitions();
        FilterSpec spec = builder.partitions(
                        Math.max(partitions, filter.geometry().partitions()))
                .build();
        return Descriptions.planned(spec, filter.servers(), filter.generation(), ElementHash.murmur3());
    }

    /** All layers become one. */
    private static long capacity(Generation old) {
        return old.layers().stream().mapToLong(Layer::capacity).sum();
    }
}
