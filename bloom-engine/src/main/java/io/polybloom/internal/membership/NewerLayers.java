package io.polybloom.internal.membership;

import io.polybloom.ElementOutcome;
import io.polybloom.LostDataException;
import io.polybloom.internal.filter.OpenFilter;
import io.polybloom.internal.filter.Snapshot;
import io.polybloom.internal.growth.Growth;
import io.polybloom.internal.model.CallElements;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.redis.Access;
import io.polybloom.step.Step;
import java.util.BitSet;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Follows the elements of one bulk operation to the layers that were opened after those which it has asked: what a
 * sealed partition does not know may be there. Confined to the operation.
 */
final class NewerLayers {

    private final BulkOperation operation;
    private final OpenFilter filter;
    private final CallElements elements;

    /** The elements that were written to a sealed layer of the present generation. */
    private final BitSet inSealed = new BitSet();

    NewerLayers(BulkOperation operation) {
        this.operation = operation;
        this.filter = operation.filter;
        this.elements = operation.elements;
    }

    /**
     * Continues after a pass over the newest layer of a snapshot, and others. Elements that a sealed partition did not
     * know may be in a layer that has been opened since, so the register is read again before they are answered. In a
     * filter that does not grow there is no such layer.
     */
    Step<boolean[]> follow(Snapshot snapshot, PassResult passed, Function<Snapshot, Step<boolean[]>> next) {
        Layer newest = snapshot.generation().newest();
        if (operation.access == Access.ADD
                && newest.refusesWhenFull()
                && !passed.sealed().isEmpty()) {
            filter.watch().markFull(snapshot.generation());
        }
        return follow(snapshot, newest, passed.sealed(), next);
    }

    /**
     * Continues after elements were looked up or added.
     *
     * @param asked the newest layer in which that was done
     * @param sealed those that a sealed partition did not know
     */
    Step<boolean[]> follow(Snapshot snapshot, Layer asked, BitSet sealed, Function<Snapshot, Step<boolean[]>> next) {
        if (sealed.isEmpty() || !asked.mayBeFollowed()) {
            return next.apply(snapshot);
        }
        BitSet open = (BitSet) sealed.clone();
        open.andNot(elements.having(ElementOutcome.PRESENT, operation.from, operation.to));
        if (open.isEmpty()) {
            return next.apply(snapshot);
        }
        elements.setAll(open, ElementOutcome.UNKNOWN);
        inSealed.or(open);
        return filter.refresh(snapshot.generation())
                .translateFailure(operation::report)
                .then(newer -> newer.generation().isSameAs(snapshot.generation())
                        ? ask(newer, asked, open, next)
                        : operation.repeatIn(snapshot, newer));
    }

    private Step<boolean[]> ask(Snapshot snapshot, Layer asked, BitSet open, Function<Snapshot, Step<boolean[]>> next) {
        List<Layer> newer = snapshot.generation().newerThan(asked);
        if (newer.isEmpty()) {
            throw operation.report(Growth.forgotten(filter.name()));
        }
        if (operation.access == Access.ADD) {
            return add(snapshot, newer, open, (later, added) -> follow(later, added, next));
        }
        return operation.pass(snapshot, open, Access.LOOK_UP, newer, newer, found -> {
            BitSet absent = operation.unknown();
            absent.and(open);
            elements.setAll(absent, ElementOutcome.NEW);
            return follow(snapshot, found, next);
        });
    }

    /**
     * Adds elements that were looked up, or added, in all layers before these. One that none of these but the newest
     * has goes into the newest only if its partition of the layer before is sealed; otherwise it goes there, and seals
     * it: of several clients that add it while a layer is opened, only the one that finds it absent in an open layer
     * may report it as new. The bits in the layers before these may be those that a sealed add has just written, so
     * they say nothing.
     *
     * @param layers the newest layers of the snapshot
     * @param end continues, with the last snapshot, after the elements were added to its newest layer
     */
    Step<boolean[]> add(
            Snapshot snapshot,
            List<Layer> layers,
            BitSet which,
            BiFunction<Snapshot, PassResult, Step<boolean[]>> end) {
        if (layers.size() == 1) {
            return operation.pass(snapshot, which, Access.ADD, layers, layers, added -> end.apply(snapshot, added));
        }
        List<Layer> older = layers.subList(0, layers.size() - 1);
        Layer before = older.get(older.size() - 1);
        return operation.pass(snapshot, which, Access.LOOK_UP, older, layers, lookUp -> {
            BitSet absent = operation.unknown();
            absent.and(which);
            BitSet stillOpen = (BitSet) absent.clone();
            stillOpen.andNot(lookUp.sealed());
            absent.and(lookUp.sealed());
            return operation.pass(
                    snapshot,
                    stillOpen,
                    Access.ADD_AND_SEAL,
                    List.of(before),
                    layers,
                    added -> follow(
                            snapshot,
                            before,
                            added.sealed(),
                            later -> add(later, later.generation().newerThan(before), absent, end)));
        });
    }

    /**
     * Ends the operation if another generation has taken the place of the one in which elements were answered, and that
     * has made an answer impossible. Other clients may have found the elements in the sealed layer, and been told that
     * they are present; or they may have added them to a newer layer, and been told that they are new. In the next
     * generation nobody can tell.
     *
     * @param last the last pass; null if there was none
     */
    void leaveGeneration(@Nullable PassResult last) {
        if (last != null) {
            inSealed.or(last.writtenToSealed());
        }
        inSealed.and(operation.unknown());
        if (operation.access == Access.ADD && !inSealed.isEmpty()) {
            String name = filter.name();
            throw operation.report(new LostDataException(
                    name,
                    "the filter '" + name + "' was cleared or rebuilt while it grew and elements were added: whether "
                            + inSealed.cardinality() + " of them were new is unknown: repeat the call"));
        }
    }
}
