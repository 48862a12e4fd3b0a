package io.polybloom.internal.rebuild;

import io.polybloom.FilterDescription;
import io.polybloom.FilterRebuild;
import io.polybloom.FilterSpec;
import io.polybloom.FilterSpecBuilder;
import io.polybloom.UnsupportedFilterException;
import io.polybloom.internal.model.Descriptions;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Layer;
import io.polybloom.layout.ElementHash;
import io.polybloom.layout.ForeignLayout;
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
        if (old.forgets()) {
            throw new UnsupportedFilterException(
                    "the filter '" + filter.name() + "' forgets, and cannot be rebuilt: the elements of a source"
                            + " do not say when they were added, so a rebuilt filter could not forget each at its"
                            + " time. Create another filter with the size and the window that you need");
        }
        String reason = "counts elements: one that is removed meanwhile would be in the rebuilt filter all the same."
                + " Create another filter with the size that you need";
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
        if (Layouts.get(layout) instanceof ForeignLayout) {
            throw new UnsupportedFilterException("the filter '" + filter.name() + "' cannot be rebuilt in the layout '"
                    + layout + "', which is not one of this library's own");
        }
        if (!Layouts.get(layout).capabilities().contains(LayoutCapability.LASTING_BITS)) {
            throw new UnsupportedFilterException("the filter '" + filter.name() + "' cannot be rebuilt in the layout '"
                    + layout
                    + "': elements that are added meanwhile may come from the source, too, and would be counted"
                    + " twice");
        }
        FilterSpecBuilder builder = FilterSpec.named(filter.name())
                .layout(layout)
                .capacity(plan.capacity().orElseGet(() -> capacity(old)))
                .falsePositiveRate(plan.falsePositiveRate().orElse(filter.falsePositiveRate()))
                .sizing(filter.sizing())
                .maxPartitionBits(filter.maxPartitionBits())
                .overCapacity(filter.overCapacity());
        // As a layer that a filter grows by: never over fewer partitions than before.
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
