package io.polybloom.internal.membership;

import io.polybloom.BloomFilterException;
import io.polybloom.ElementOutcome;
import io.polybloom.LostDataException;
import io.polybloom.internal.element.Elements;
import io.polybloom.internal.filter.OpenFilter;
import io.polybloom.internal.filter.Snapshot;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.redis.Access;
import io.polybloom.step.Step;
import java.util.List;

/** Looks up many elements, in one slice and in all layers at the same time. */
final class BulkLookUp extends BulkOperation {

    private boolean hasReadConfig;

    BulkLookUp(OpenFilter filter, Access access, Elements elements) {
        super(filter, access, elements, Taking.on(filter, access));
    }

    @Override
    Step<boolean[]> slice(Snapshot now) {
        to = elements.size();
        List<Layer> layers = now.asked();
        if (layers.isEmpty()) {
            return answerWithoutKeys(now);
        }
        Layer newest = layers.get(layers.size() - 1);
        taking = tried(Taking.on(filter, access), newest, unknown().cardinality());
        return pass(
                now,
                unknown(),
                access,
                layers,
                layers,
                asked -> asked.lacking().isEmpty() ? answerAbsent(now, asked) : readAgain(now, asked));
    }

    private Step<boolean[]> answerAbsent(Snapshot now, PassResult asked) {
        return followSeals(now, now.generation().newest(), asked.sealed(), newer -> {
            elements.setAll(unknown(), ElementOutcome.NEW);
            return nextSlice(newer);
        });
    }

    /** Nothing was added to keys that were not there, unless they were made, and have gone, since the snapshot. */
    private Step<boolean[]> readAgain(Snapshot now, PassResult asked) {
        return filter.refresh(now.generation()).translateFailure(this::report).then(newer -> {
            boolean isSame = newer.generation().isSameAs(now.generation())
                    && newer.generation().window().equals(now.generation().window());
            return isSame ? answerAbsentUnlessUsed(now, asked) : repeatIn(now, newer);
        });
    }

    private Step<boolean[]> answerAbsentUnlessUsed(Snapshot now, PassResult asked) {
        return new MissingKeys(now.generation(), asked.lacking())
                .wereNeverUsed()
                .recover(failure -> requireForgotten(now, failure))
                .translateFailure(this::report)
                .then(wereNeverUsed -> wereNeverUsed
                        ? answerAbsent(now, asked)
                        : filter.refresh(now.generation())
                                .translateFailure(this::report)
                                .then(newer -> repeatIn(now, newer)));
    }

    /** Keys that are gone may have expired since the time was read, if the server's clock was set forward. */
    private Step<Boolean> requireForgotten(Snapshot now, BloomFilterException failure) {
        if (!(failure instanceof LostDataException)) {
            throw failure;
        }
        return filter.refresh(now.generation()).map(newer -> {
            if (!newer.asked().isEmpty()) {
                throw failure;
            }
            return false;
        });
    }

    /** Nothing was added to a filter with a window that is not forgotten, unless another client has done so since. */
    private Step<boolean[]> answerWithoutKeys(Snapshot now) {
        if (hasReadConfig) {
            elements.setAll(unknown(), ElementOutcome.NEW);
            return nextSlice(now);
        }
        hasReadConfig = true;
        return filter.refresh(now.generation()).translateFailure(this::report).then(newer -> repeatIn(now, newer));
    }
}
