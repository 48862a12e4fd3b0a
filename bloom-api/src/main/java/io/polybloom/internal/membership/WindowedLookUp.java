package io.polybloom.internal.membership;

import io.polybloom.ElementOutcome;
import io.polybloom.internal.element.Elements;
import io.polybloom.internal.filter.OpenFilter;
import io.polybloom.internal.filter.Snapshot;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.redis.Access;
import io.polybloom.step.Step;
import java.util.BitSet;
import java.util.List;

/**
 * Looks up many elements in a filter that forgets: in all slices that are remembered, at the same time. If the newest
 * of them is sealed, there is a newer one, which is also asked. If there is no slice, the config is read for each call,
 * since any client may have made the first one.
 */
final class WindowedLookUp extends WindowedOperation {

    private boolean isRead;

    WindowedLookUp(OpenFilter filter, Access access, Elements elements) {
        super(filter, access, elements, filter.opening().environment().wholePartitions());
    }

    @Override
    Step<boolean[]> slice(Snapshot now) {
        to = elements.size();
        beginIn(now.generation());
        List<Layer> asked = now.slices().asked();
        if (!asked.isEmpty()) {
            return pass(now, unknown(), access, asked, asked, done -> follow(now, newestOf(asked), done.sealed()));
        }
        if (isRead) {
            return answerAbsent(now);
        }
        isRead = true;
        return filter.refresh(now.generation()).translateFailure(this::report).then(newer -> repeatIn(now, newer));
    }

    /**
     * Asks the slices that are newer than those that were asked, for elements whose partition is sealed.
     *
     * @param newest the newest slice that was asked
     */
    private Step<boolean[]> follow(Snapshot now, Layer newest, BitSet sealed) {
        BitSet open = (BitSet) sealed.clone();
        open.andNot(elements.having(ElementOutcome.PRESENT, from, to));
        if (open.isEmpty()) {
            return answerAbsent(now);
        }
        return filter.refresh(now.generation()).translateFailure(this::report).then(newer -> {
            if (!newer.generation().isSameAs(now.generation())) {
                return repeatIn(now, newer);
            }
            List<Layer> further = newer.slices().newerThan(newest.number());
            if (!further.isEmpty()) {
                return pass(
                        newer,
                        open,
                        access,
                        further,
                        further,
                        done -> turn(newer, later -> follow(later, newestOf(further), done.sealed())));
            }
            if (newer.slices().isPast(newest.number())) {
                return repeatIn(now, newer);
            }
            throw report(lostSlice(newer));
        });
    }

    private Step<boolean[]> answerAbsent(Snapshot now) {
        elements.setAll(unknown(), ElementOutcome.NEW);
        return nextSlice(now);
    }

    private static Layer newestOf(List<Layer> layers) {
        return layers.get(layers.size() - 1);
    }

    @Override
    void forgetAnswers() {
        elements.setAll(elements.having(ElementOutcome.NEW, 0, elements.size()), ElementOutcome.UNKNOWN);
    }
}
