package io.polybloom.internal.membership;

import io.polybloom.FilterDescription;
import io.polybloom.FilterDescription.Rebuild;
import io.polybloom.OverCapacityException;
import io.polybloom.internal.config.RoundLimit;
import io.polybloom.internal.element.Elements;
import io.polybloom.internal.filter.OpenFilter;
import io.polybloom.internal.filter.Recovery;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.model.RebuildMarks;
import io.polybloom.internal.open.RebuildDecision;
import io.polybloom.internal.redis.Access;
import io.polybloom.step.Step;
import java.util.BitSet;

/**
 * Brings elements that were added to a generation which is being rebuilt into the generation that is to replace it,
 * before the add is answered. Whether they are there already does not matter: the add is answered by the generation
 * that was current.
 */
final class Mirroring {

    private final OpenFilter filter;
    private final RoundLimit rounds;
    private final Elements elements;
    private final BitSet which;

    /** Prepares to bring the elements at some places. */
    Mirroring(OpenFilter filter, Elements elements, BitSet which) {
        this.filter = filter;
        this.rounds = new RoundLimit(filter.opening().name());
        this.elements = elements.again();
        this.which = which;
    }

    /**
     * Returns the steps.
     *
     * @param seen the generation to which the elements were added, as the add knew it
     * @param isNews whether a partition had a mark that the description of this generation does not mention
     */
    Step<Void> start(Generation seen, boolean isNews) {
        rounds.next();
        return isNews || !RebuildMarks.isBeingRebuilt(seen.description())
                ? filter.refresh(seen).then(now -> bring(seen, now.generation()))
                : bring(seen, seen);
    }

    private Step<Void> bring(Generation seen, Generation now) {
        if (now.isSameAs(seen)) {
            return now.description()
                    .rebuild()
                    .filter(Rebuild::isOpen)
                    .map(rebuild -> toNext(now, rebuild))
                    .orElseGet(() -> Step.done());
        }
        // A clear has removed the elements, and no client brings them back.
        return now.isRebuiltFrom(seen) ? toCurrent(now) : Step.done();
    }

    /** A rebuild that has lost a partition, or has no room in one, cannot be completed. */
    private Step<Void> toNext(Generation now, Rebuild rebuild) {
        Generation next = new Generation(rebuild.next());
        FilterDescription old = now.description();
        return add(next.newest())
                .then(pass -> pass.dead().isEmpty() && pass.refused().isEmpty()
                        ? followMarks(now, pass)
                        : new Recovery(filter, next, Access.ADD, pass.dead())
                                .removeRecreated()
                                .then(removed -> new RebuildDecision(old, rebuild).abandon())
                                .then(decided -> start(now, true)));
    }

    /** A next generation with marks has become the current one, and is being rebuilt itself. */
    private Step<Void> followMarks(Generation now, PassResult pass) {
        return pass.meetsRebuild() ? start(now, true) : Step.done();
    }

    private Step<Void> toCurrent(Generation now) {
        return add(now.newest()).then(pass -> {
            if (!pass.dead().isEmpty()) {
                return new Recovery(filter, now, Access.ADD, pass.dead())
                        .findSuccessor()
                        .then(successor -> bring(now, successor.generation()));
            }
            OverCapacityException refusal = Bringing.refusal(pass, now.description());
            if (refusal != null) {
                throw refusal;
            }
            return pass.meetsRebuild() || RebuildMarks.isBeingRebuilt(now.description())
                    ? start(now, pass.meetsRebuild())
                    : Step.done();
        });
    }

    private Step<PassResult> add(Layer layer) {
        return Bringing.pass(elements, which, layer, filter.groups());
    }
}
