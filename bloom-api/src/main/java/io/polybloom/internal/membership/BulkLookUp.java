package io.polybloom.internal.membership;

import io.polybloom.ElementOutcome;
import io.polybloom.internal.element.Elements;
import io.polybloom.internal.filter.OpenFilter;
import io.polybloom.internal.filter.Snapshot;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.redis.Access;
import io.polybloom.step.Step;

/** Looks up many elements, in one slice and in all layers at the same time. */
final class BulkLookUp extends LayeredOperation {

    BulkLookUp(OpenFilter filter, Access access, Elements elements) {
        super(filter, access, elements, filter.opening().environment().wholePartitions());
    }

    @Override
    Step<boolean[]> slice(Snapshot now) {
        to = elements.size();
        Generation generation = now.generation();
        return pass(
                now,
                unknown(),
                access,
                generation.layers(),
                asked -> followSeals(now, generation.newest(), asked.sealed(), newer -> {
                    elements.setAll(unknown(), ElementOutcome.NEW);
                    return nextSlice(newer);
                }));
    }
}
