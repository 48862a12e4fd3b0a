package io.polybloom.internal.membership;

import io.polybloom.ElementOutcome;
import io.polybloom.internal.element.Elements;
import io.polybloom.internal.filter.OpenFilter;
import io.polybloom.internal.filter.Snapshot;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.redis.Access;
import io.polybloom.internal.window.RememberedSlices;
import io.polybloom.step.Step;
import io.polybloom.step.WholePartitions;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Adds many elements to a filter that forgets. All of them are written to the current slice, even those that an older
 * slice has: their time restarts. An element is new if no remembered slice has it.
 *
 * <p>Before a slice gets an element, the partition of the slice before it is sealed, so that a client that takes the
 * older one for the newest finds the next one. If the slice has ended by the time the answers arrive, or was sealed,
 * the elements are written to the next one, too. An element that was new in a slice that still took elements is new,
 * whatever the next slice says: any other client finds it there.
 */
final class WindowedAdd extends WindowedOperation {

    /** The elements that an older slice has, or that another client was faster to add. */
    private final BitSet present = new BitSet();

    /** The elements that were new in the slice to which they were first written. */
    private final BitSet fresh = new BitSet();

    /** The elements that this operation has written to each slice, so that finding them there says nothing. */
    private final Map<Long, BitSet> written = new HashMap<>();

    /** The elements in a slice that was open and had not ended when the answers arrived. */
    private final BitSet settled = new BitSet();

    /**
     * The elements that were new in a generation which was cleared meanwhile. They were added before it was: other
     * clients may have found them there, and been told so.
     */
    private final BitSet overtaken = new BitSet();

    private @Nullable PassResult writing;
    private @Nullable Layer writtenTo;
    private boolean isSealing;
    private boolean hasLookedAhead;

    WindowedAdd(OpenFilter filter, Elements elements) {
        super(filter, Access.ADD, elements, WholePartitions.TO_READ);
    }

    @Override
    Step<boolean[]> slice(Snapshot now) {
        to = elements.size();
        beginIn(now.generation());
        takeAnswers();
        // The operation starts over because a slice has ended, possibly the one that has elements of this call.
        unsettle();
        boolean isNear = now.slices().needsNext(filter.localMillis());
        return isNear && !hasLookedAhead ? lookAhead(now) : add(now, Long.MIN_VALUE);
    }

    /**
     * Writes the elements that are not settled to the current slice.
     *
     * @param above the number of a slice that has ended
     */
    private Step<boolean[]> add(Snapshot now, long above) {
        RememberedSlices slices = now.slices();
        Optional<Layer> target =
                slices.newerThan(Math.max(slices.current() - 1, above)).stream().findFirst();
        if (target.isPresent()) {
            return lookUp(now, target.get());
        }
        if (above >= slices.current()) {
            throw report(lostSlice(now));
        }
        return new SliceOpening(filter, now)
                .open(slices.current())
                .translateFailure(this::report)
                .then(newer ->
                        isOfTheSameGeneration(newer) ? turn(newer, later -> add(later, above)) : repeatIn(now, newer));
    }

    /**
     * Asks the older slices and the target itself first, except those to which this operation has written: elements
     * that were written to a slice that had been sealed before would look to others as if they had been there.
     */
    private Step<boolean[]> lookUp(Snapshot now, Layer target) {
        List<Layer> asked = now.slices().olderThan(target.number() + 1).stream()
                .filter(layer -> !written.containsKey(layer.number()))
                .toList();
        BitSet open = pending();
        if (asked.isEmpty()) {
            return seal(now, target, open);
        }
        elements.setAll(open, ElementOutcome.UNKNOWN);
        return pass(now, open, Access.LOOK_UP, asked, List.of(target), found -> {
            BitSet there = elements.having(ElementOutcome.PRESENT, from, to);
            there.and(open);
            BitSet inTarget = found.presentIn(target);
            inTarget.andNot(found.sealedIn(target));
            // Elements that the near cache knows to be in this slice were not looked up.
            BitSet known = (BitSet) there.clone();
            known.andNot(found.answered());
            inTarget.or(known);
            settled.or(inTarget);
            BitSet seen = (BitSet) there.clone();
            seen.andNot(fresh);
            present.or(seen);
            if (!found.sealedIn(target).isEmpty()) {
                return goOn(now, target);
            }
            // Other clients find these elements in a slice that is still remembered; elements that were found earlier
            // may be forgotten by now.
            BitSet unsealed = pending();
            unsealed.andNot(there);
            before(now, target).ifPresent(layer -> unsealed.andNot(found.sealedIn(layer)));
            return seal(now, target, unsealed);
        });
    }

    private static Optional<Layer> before(Snapshot now, Layer target) {
        List<Layer> older = now.slices().olderThan(target.number());
        return older.isEmpty() ? Optional.empty() : Optional.of(older.get(older.size() - 1));
    }

    /** Seals the partitions of elements in the previous slice, and finds out at the same moment whether it has them. */
    private Step<boolean[]> seal(Snapshot now, Layer target, BitSet unsealed) {
        Optional<Layer> before = before(now, target);
        if (before.isEmpty() || unsealed.isEmpty()) {
            return write(now, target);
        }
        elements.setAll(unsealed, ElementOutcome.UNKNOWN);
        writtenTo = before.get();
        isSealing = true;
        return pass(now, unsealed, Access.ADD_AND_SEAL, List.of(before.get()), List.of(), closed -> {
            takeAnswers();
            return write(now, target);
        });
    }

    private Step<boolean[]> write(Snapshot now, Layer target) {
        BitSet all = pending();
        if (all.isEmpty()) {
            return settle(now, target);
        }
        elements.setAll(all, ElementOutcome.UNKNOWN);
        writtenTo = target;
        isSealing = false;
        return pass(now, all, Access.ADD, List.of(target), List.of(target), added -> {
            takeAnswers();
            return settle(now, target);
        });
    }

    /** The slice may have ended before the elements were found in it, or written to it. Only the server can tell. */
    private Step<boolean[]> settle(Snapshot now, Layer target) {
        if (!now.isOver(filter.localMillis())) {
            return pending().isEmpty() ? finish(now) : goOn(now, target);
        }
        return filter.refresh(now.generation()).translateFailure(this::report).then(newer -> {
            if (!newer.generation().isSameAs(now.generation())) {
                return repeatIn(now, newer);
            }
            boolean hasEnded = newer.slices().current() > target.number();
            if (hasEnded) {
                unsettle();
            }
            // The reply may have taken so long that the slice has ended by now.
            return turn(newer, later -> pending().isEmpty() ? settle(later, target) : add(later, target.number()));
        });
    }

    /** A partition of the slice was sealed, so there is a newer slice. */
    private Step<boolean[]> goOn(Snapshot now, Layer target) {
        return filter.refresh(now.generation())
                .translateFailure(this::report)
                .then(newer -> newer.generation().isSameAs(now.generation())
                        ? turn(newer, later -> add(later, target.number()))
                        : repeatIn(now, newer));
    }

    private Step<boolean[]> finish(Snapshot now) {
        conclude();
        return nextSlice(now);
    }

    /**
     * Makes the next slice ahead of its time, before the elements are written: the promised span begins when the add
     * ends.
     */
    private Step<boolean[]> lookAhead(Snapshot now) {
        hasLookedAhead = true;
        // An add that needs the slice makes it, and is told if that fails.
        return new SliceOpening(filter, now)
                .open(now.slices().current() + 1)
                .recover(failure -> new Step.Done<>(now))
                .then(newer -> isOfTheSameGeneration(newer) ? slice(newer) : repeatIn(now, newer));
    }

    /** Takes the answers of the last write so far. */
    private void takeAnswers() {
        PassResult pass = writing;
        Layer target = writtenTo;
        writing = null;
        writtenTo = null;
        if (pass == null || target == null) {
            return;
        }
        BitSet own = written.computeIfAbsent(target.number(), number -> new BitSet());
        BitSet found = elements.having(ElementOutcome.PRESENT, from, to);
        found.and(pass.elements());
        BitSet added = elements.having(ElementOutcome.NEW, from, to);
        added.and(pass.elements());
        BitSet others = (BitSet) found.clone();
        others.andNot(own);
        others.andNot(fresh);
        present.or(others);
        BitSet first = (BitSet) added.clone();
        first.andNot(present);
        fresh.or(first);
        own.or(found);
        own.or(added);
        if (isSealing) {
            return;
        }
        BitSet ended = new BitSet();
        ended.or(found);
        ended.or(added);
        ended.and(pass.written());
        // Elements that the near cache knows to be in this slice were not written.
        BitSet known = (BitSet) found.clone();
        known.andNot(pass.answered());
        ended.or(known);
        settled.or(ended);
    }

    /** Returns the elements that are not settled. */
    private BitSet pending() {
        BitSet pending = new BitSet(to);
        pending.set(from, to);
        pending.andNot(settled);
        return pending;
    }

    private void conclude() {
        BitSet all = new BitSet(to);
        all.set(from, to);
        elements.setAll(all, ElementOutcome.NEW);
        elements.setAll(present, ElementOutcome.PRESENT);
        elements.setAll(fresh, ElementOutcome.NEW);
    }

    @Override
    void begin(PassResult pass) {
        writing = pass;
    }

    @Override
    void forgetAnswers() {
        takeAnswers();
        overtaken.or(fresh);
        present.clear();
        written.clear();
        unsettle();
    }

    private void unsettle() {
        settled.clear();
        settled.or(overtaken);
    }

    /** A settled element has its answer; nothing is known about the others. */
    @Override
    RuntimeException reported(RuntimeException reason) {
        takeAnswers();
        BitSet unsettled = pending();
        conclude();
        elements.setAll(unsettled, ElementOutcome.UNKNOWN);
        return elements.partial(reason);
    }
}
