package io.polybloom.internal.membership;

import io.polybloom.FilterDescription;
import io.polybloom.OverCapacityException;
import io.polybloom.internal.element.Elements;
import io.polybloom.internal.filter.GroupPermission;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.redis.Access;
import io.polybloom.step.Step;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of bringing elements into one layer, whether or not they were there already.
 *
 * @param dead the partitions that are not alive
 * @param refusal says that a partition had no room; null if all partitions had room
 */
public record Bringing(List<Partition> dead, @Nullable OverCapacityException refusal) {

    /** Brings elements into a layer that no near cache knows. */
    public static Step<Bringing> all(Elements elements, Layer layer) {
        BitSet which = new BitSet(elements.size());
        which.set(0, elements.size());
        return pass(elements, which, layer, new GroupPermission())
                .then(pass -> new Step.Done<>(new Bringing(pass.dead(), refusal(pass, layer.filter()))));
    }

    /** Brings the elements at some places; throws its failure. */
    static Step<PassResult> pass(Elements elements, BitSet which, Layer layer, GroupPermission groups) {
        List<Layer> layers = List.of(layer);
        return new Pass(elements, which, Access.ADD, null, layers, layers, Taking.NOTHING, groups, false, null)
                .run()
                .then(pass -> {
                    if (pass.failure() != null) {
                        throw pass.failure();
                    }
                    return new Step.Done<>(pass);
                });
    }

    /** Returns the complaint that elements were refused, if any were. */
    static @Nullable OverCapacityException refusal(PassResult pass, FilterDescription filter) {
        return pass.refused().isEmpty()
                ? null
                : ElementFailures.refusal(
                        filter.name(), filter.capacity(), pass.refused().cardinality());
    }
}
