package io.polybloom.internal.membership;

import io.polybloom.ElementOutcome;
import io.polybloom.LostDataException;
import io.polybloom.OverCapacity;
import io.polybloom.OverCapacityException;
import io.polybloom.PartialBulkException;
import io.polybloom.internal.capacity.FullnessCheck;
import io.polybloom.internal.element.Elements;
import io.polybloom.internal.filter.CapacityWatch;
import io.polybloom.internal.filter.OpenFilter;
import io.polybloom.internal.filter.Recovery;
import io.polybloom.internal.filter.Snapshot;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.nearcache.KnownBits;
import io.polybloom.internal.redis.Access;
import io.polybloom.step.Step;
import java.util.BitSet;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Adds or looks up many elements. It works in slices: a look-up in one, an add in as many as the {@link CapacityWatch} makes of
 * it. If the filter has a new generation, it goes once more over the elements without an answer.
 */
public final class BulkTouch {

    private final OpenFilter filter;
    private final Access access;
    private final Elements elements;
    private Generation generation;
    private @Nullable KnownBits known;
    private int from;
    private int to;
    private int reserved;
    private boolean mayRepeat = true;

    /** Prepares the operation: {@link Access#ADD} or a look-up. */
    public BulkTouch(OpenFilter filter, Access access, Elements elements) {
        this.filter = filter;
        this.access = access;
        this.elements = elements;
        take(filter.snapshot());
    }

    /** The steps of the operation. */
    public Step<boolean[]> start() {
        return nextSlice();
    }

    /** The steps after an add of one element to a layer that turned out to be sealed. */
    Step<boolean[]> startAfterSealedAdd() {
        to = elements.size();
        elements.setAll(unknown(), ElementOutcome.NEW);
        BitSet sealed = elements.having(ElementOutcome.NEW, from, to);
        return followSealed(sealed, generation.newest(), this::nextSlice);
    }

    private Step<boolean[]> nextSlice() {
        if (to == elements.size()) {
            return new Step.Done<>(elements.are(access.yes()));
        }
        from = to;
        take(filter.snapshot());
        return access.isWrite() ? addSlice() : lookUpSlice();
    }

    private Step<boolean[]> lookUpSlice() {
        to = elements.size();
        return pass(unknown(), access, generation.layers(), this::settleLookUp);
    }

    private Step<boolean[]> settleLookUp(Pass pass) {
        return followSealed(pass.sealed(), generation.newest(), () -> {
            elements.setAll(unknown(), ElementOutcome.NEW);
            return nextSlice();
        });
    }

    private Step<boolean[]> addSlice() {
        CapacityWatch watch = filter.watch();
        if (watch.isFull(generation)) {
            to = elements.size();
            return pass(unknown(), Access.LOOK_UP, generation.layers(), this::refuseAbsent);
        }
        reserved = watch.reserve(generation, elements.size() - from);
        if (reserved == 0) {
            return new FullnessCheck(filter)
                    .start()
                    .translateFailure(this::report)
                    .then(checked -> nextSlice());
        }
        to = from + reserved;
        List<Layer> layers = generation.layers();
        if (layers.size() == 1) {
            return pass(unknown(), Access.ADD, layers, this::settleAdd);
        }
        return pass(unknown(), Access.LOOK_UP, layers.subList(0, layers.size() - 1), this::addAbsent);
    }

    /** Into the newest layer go only elements whose partition of the layer before takes no more. */
    private Step<boolean[]> addAbsent(Pass lookUp) {
        List<Layer> layers = generation.layers();
        BitSet stillOpen = unknown();
        stillOpen.andNot(lookUp.sealed());
        BitSet absent = unknown();
        absent.and(lookUp.sealed());
        Layer before = layers.get(layers.size() - 2);
        return pass(
                stillOpen,
                Access.ADD_AND_SEAL,
                List.of(before),
                added -> followSealed(
                        added.sealed(),
                        before,
                        () -> pass(absent, Access.ADD, List.of(generation.newest()), this::settleAdd)));
    }

    private Step<boolean[]> settleAdd(Pass added) {
        settleReservation();
        if (!added.sealed().isEmpty() && generation.description().overCapacity() == OverCapacity.REJECT) {
            filter.watch().markFull(generation);
        }
        return followSealed(added.sealed(), generation.newest(), this::nextSlice);
    }

    private Step<boolean[]> refuseAbsent(Pass lookUp) {
        int absent = unknown().cardinality();
        if (absent == 0) {
            return nextSlice();
        }
        throw report(
                new OverCapacityException(
                        "the filter '" + generation.description().name() + "' is full: its capacity of "
                                + generation.description().capacity() + " is reached, and " + absent
                                + " new elements were refused; nothing was written. Create a larger filter, or one that grows"));
    }

    /**
     * Elements that a sealed partition did not know may be in a layer that has been opened meanwhile, so the config is read again
     * before they are answered. In a filter that does not grow there is no such layer.
     */
    private Step<boolean[]> followSealed(BitSet sealed, Layer asked, Supplier<Step<boolean[]>> next) {
        BitSet open = (BitSet) sealed.clone();
        open.andNot(elements.having(ElementOutcome.PRESENT, from, to));
        if (open.isEmpty() || generation.description().overCapacity() != OverCapacity.GROW) {
            return next.get();
        }
        elements.setAll(open, ElementOutcome.UNKNOWN);
        return filter.refresh().translateFailure(this::report).then(current -> askNewer(current, asked, open, next));
    }

    private Step<boolean[]> askNewer(Snapshot now, Layer asked, BitSet open, Supplier<Step<boolean[]>> next) {
        Generation current = now.generation();
        if (!current.isSameAs(generation)) {
            return repeatIn(now);
        }
        take(now);
        List<Layer> newer = current.newerThan(asked);
        if (newer.isEmpty()) {
            throw report(
                    new LostDataException(
                            "the filter '" + current.description().name()
                                    + "' has a sealed layer and no next one: its config has lost a part; clear() or delete() start over"));
        }
        // The bits in the older layers may be those that the sealed add has just written, so they say nothing.
        return pass(open, Access.LOOK_UP, newer, newer, found -> {
            open.andNot(elements.having(ElementOutcome.PRESENT, from, to));
            elements.setAll(open, ElementOutcome.NEW);
            return followSealed(found.sealed(), current.newest(), next);
        });
    }

    /** Runs a pass and goes on if nothing went wrong. */
    private Step<boolean[]> pass(BitSet which, Access way, List<Layer> layers, PassContinuation next) {
        return pass(which, way, layers, generation.layers(), next);
    }

    private Step<boolean[]> pass(
            BitSet which, Access way, List<Layer> layers, List<Layer> near, PassContinuation next) {
        return new Pass(elements, which, way, known, layers, near).run().then(pass -> {
            if (pass.dead().isEmpty()) {
                if (pass.failure() != null) {
                    throw report(pass.failure());
                }
                return next.apply(pass);
            }
            return recover(pass, new Recovery(filter, generation, way, pass.dead()));
        });
    }

    private Step<boolean[]> recover(Pass pass, Recovery recovery) {
        if (pass.failure() != null) {
            return recovery.removeRecreated().then(removed -> {
                throw report(pass.failure());
            });
        }
        return recovery.findSuccessor().translateFailure(this::report).then(this::repeatIn);
    }

    private Step<boolean[]> repeatIn(Snapshot successor) {
        if (!mayRepeat) {
            throw report(Recovery.changedTwice(successor.generation()));
        }
        mayRepeat = false;
        settleReservation();
        to = from;
        return nextSlice();
    }

    private void take(Snapshot snapshot) {
        generation = snapshot.generation();
        known = snapshot.known();
    }

    private void settleReservation() {
        int fresh = elements.having(ElementOutcome.NEW, from, to).cardinality();
        filter.watch().settle(generation, reserved, fresh);
        reserved = 0;
    }

    private BitSet unknown() {
        return elements.having(ElementOutcome.UNKNOWN, from, to);
    }

    /** A failed look-up can simply be repeated; a failed add must say what is known of each element. */
    private RuntimeException report(RuntimeException reason) {
        settleReservation();
        return access == Access.ADD ? new PartialBulkException(elements.outcomes(), reason) : reason;
    }

    /** What follows after a pass. */
    @FunctionalInterface
    private interface PassContinuation {
        Step<boolean[]> apply(Pass pass);
    }
}
