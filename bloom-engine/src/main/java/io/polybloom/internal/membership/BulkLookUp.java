package io.polybloom.internal.membership;

import io.polybloom.ElementOutcome;
import io.polybloom.internal.filter.OpenFilter;
import io.polybloom.internal.filter.Snapshot;
import io.polybloom.internal.model.CallElements;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.redis.Access;
import io.polybloom.step.Step;
import java.util.List;

/** Looks up many elements, in one portion and in all layers at the same time. */
public final class BulkLookUp extends BulkOperation {

    private boolean hasReadConfig;

    /**
     * Prepares a look-up of elements.
     *
     * @param access a look-up
     */
    public BulkLookUp(OpenFilter filter, Access access, CallElements elements) {
        super(filter, access, elements);
    }

    @Override
    protected Step<boolean[]> portion(Snapshot snapshot) {
        to = elements.size();
        List<Layer> layers = snapshot.asked();
        if (layers.isEmpty()) {
            return answerWithoutKeys(snapshot);
        }
        taking.beforeLookUp(layers.get(layers.size() - 1), unknown().cardinality());
        return pass(snapshot, unknown(), access, layers, layers, asked -> answerAbsent(snapshot, asked));
    }

    private Step<boolean[]> answerAbsent(Snapshot snapshot, PassResult asked) {
        return newerLayers.follow(snapshot, asked, newer -> {
            elements.setAll(unknown(), ElementOutcome.NEW);
            return nextPortion(newer);
        });
    }

    /** Nothing was added that is not forgotten, unless another client has done so since. */
    private Step<boolean[]> answerWithoutKeys(Snapshot snapshot) {
        if (hasReadConfig) {
            elements.setAll(unknown(), ElementOutcome.NEW);
            return nextPortion(snapshot);
        }
        hasReadConfig = true;
        return filter.refresh(snapshot.generation())
                .translateFailure(this::report)
                .then(newer -> repeatIn(snapshot, newer));
    }
}
