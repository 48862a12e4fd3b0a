package io.polybloom.internal.membership;

import io.polybloom.ElementOutcome;
import io.polybloom.LostDataException;
import io.polybloom.OverCapacity;
import io.polybloom.internal.element.Elements;
import io.polybloom.internal.filter.OpenFilter;
import io.polybloom.internal.filter.Snapshot;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.redis.Access;
import io.polybloom.step.Step;
import java.util.BitSet;
import java.util.List;
import java.util.function.Function;

/** Adds or looks up many elements in a filter that may grow, and follows the seals of its layers to newer ones. */
abstract class LayeredOperation extends BulkOperation {

    /** The elements that this operation has written to a sealed layer of the present generation. */
    private final BitSet inSealed = new BitSet();

    LayeredOperation(OpenFilter filter, Access access, Elements elements, Taking taking) {
        super(filter, access, elements, taking);
    }

    /** Returns the steps after one command that did not find the one element in the newest layer, which was sealed. */
    final Step<boolean[]> startFromSealed(Snapshot now) {
        baseOn(now);
        noteAttempt(access);
        to = elements.size();
        elements.setAll(unknown(), ElementOutcome.NEW);
        BitSet sealed = elements.having(ElementOutcome.NEW, from, to);
        return carryingOver(followSeals(now, now.generation().newest(), sealed, this::nextSlice));
    }

    /**
     * Elements that a sealed partition did not know may be in a layer that has been opened since the snapshot, so the
     * config is read again before they are answered. In a filter that does not grow there is no such layer.
     *
     * @param asked the newest layer in which they were looked up
     */
    final Step<boolean[]> followSeals(
            Snapshot now, Layer asked, BitSet sealed, Function<Snapshot, Step<boolean[]>> next) {
        if (sealed.isEmpty() || now.generation().description().overCapacity() != OverCapacity.GROW) {
            return next.apply(now);
        }
        BitSet open = (BitSet) sealed.clone();
        open.andNot(elements.having(ElementOutcome.PRESENT, from, to));
        if (open.isEmpty()) {
            return next.apply(now);
        }
        elements.setAll(open, ElementOutcome.UNKNOWN);
        inSealed.or(open);
        return filter.refresh(now.generation())
                .translateFailure(this::report)
                .then(newer -> newer.generation().isSameAs(now.generation())
                        ? askNewer(newer, asked, open, next)
                        : repeatIn(now, newer));
    }

    /**
     * The bits in the older layers may be those that the sealed add has just written, so they say nothing. An element
     * that no newer layer has is added once more, to the newest one: of several clients that add it while a layer is
     * opened, only the client that finds it absent in an open layer may report it as new.
     */
    private Step<boolean[]> askNewer(Snapshot now, Layer asked, BitSet open, Function<Snapshot, Step<boolean[]>> next) {
        List<Layer> newer = now.generation().newerThan(asked);
        if (newer.isEmpty()) {
            throw report(new LostDataException(
                    now.generation().description().name(),
                    "the filter '" + now.generation().description().name()
                            + "' has a sealed layer but no next one, so its config has lost a part: rebuild the filter"
                            + " from its elements, or call clear() or delete() to start over"));
        }
        return pass(now, open, Access.LOOK_UP, newer, newer, found -> {
            BitSet absent = unknown();
            absent.and(open);
            if (access != Access.ADD) {
                elements.setAll(absent, ElementOutcome.NEW);
                return followSeals(now, now.generation().newest(), found.sealed(), next);
            }
            List<Layer> newest = List.of(now.generation().newest());
            return pass(
                    now,
                    absent,
                    Access.ADD,
                    newest,
                    newest,
                    added -> followSeals(now, newest.get(0), added.sealed(), next));
        });
    }

    /**
     * Other clients may have found the elements in the sealed layer, and been told that they are present; or they may
     * have added them to a newer layer, and been told that they are new. In the next generation nobody can tell.
     */
    @Override
    void forgetAnswers() {
        if (last != null) {
            inSealed.or(last.writtenToSealed());
        }
        inSealed.and(elements.having(ElementOutcome.UNKNOWN, from, to));
        if (access == Access.ADD && !inSealed.isEmpty()) {
            String name = filter.name();
            throw report(new LostDataException(
                    name,
                    "the filter '" + name + "' was cleared or rebuilt while it grew and elements were added: whether "
                            + inSealed.cardinality() + " of them were new is unknown: repeat the call"));
        }
    }
}
