package io.polybloom.internal.membership;

import io.polybloom.ElementOutcome;
import io.polybloom.LostDataException;
import io.polybloom.OverCapacity;
import io.polybloom.internal.capacity.Reservation;
import io.polybloom.internal.filter.FullnessCheck;
import io.polybloom.internal.filter.OpenFilter;
import io.polybloom.internal.filter.Snapshot;
import io.polybloom.internal.model.CallElements;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.redis.Access;
import io.polybloom.internal.window.SliceOpening;
import io.polybloom.step.Step;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Adds many elements, in portions of the room that is known to be left in the newest layer.
 *
 * <p>A filter that forgets must take the elements of the present slice first. An element has its answer from the cells
 * as they were before it was first written. If the slice has ended by the time all answers have arrived, the elements
 * are written to the next one, too, since their time begins when the call returns.
 */
public final class BulkAdd extends BulkOperation {

    private static final long NOWHERE = Long.MAX_VALUE;

    private @Nullable Reservation reservation;

    /** Whether the elements have their answers, and are only written once more. */
    private boolean isRenewal;

    /** The oldest slice of a window to which elements were written. */
    private long oldest = NOWHERE;

    /** Prepares an add of elements. */
    public BulkAdd(OpenFilter filter, CallElements elements) {
        super(filter, Access.ADD, elements);
    }

    @Override
    Step<boolean[]> portion(Snapshot snapshot) {
        if (filter.isOver(snapshot)) {
            return refresh(snapshot).then(newer -> repeatIn(snapshot, newer));
        }
        if (!snapshot.present().takesElements()) {
            return openSlice(snapshot).translateFailure(this::report).then(newer -> repeatIn(snapshot, newer));
        }
        oldest = Math.min(oldest, snapshot.present().slice());
        return addHere(snapshot);
    }

    /**
     * Prepares the keys for the present slice, together with any other client that does so. The value is a newer
     * snapshot: the keys are prepared up to a later slice, or the generation was replaced.
     */
    private Step<Snapshot> openSlice(Snapshot snapshot) {
        return new SliceOpening(
                        snapshot.generation(),
                        snapshot.present().isForgotten(),
                        snapshot.present().slice(),
                        filter.environment())
                .start()
                .then(made -> filter.refresh(snapshot.generation()))
                .then(newer -> isStuck(snapshot, newer)
                        // Everything may be forgotten by now.
                        ? filter.refresh(snapshot.generation()).also(later -> requireProgress(snapshot, later))
                        : Step.done(newer));
    }

    private static boolean isStuck(Snapshot snapshot, Snapshot newer) {
        Generation before = snapshot.generation();
        return newer.generation().isSameAs(before)
                && newer.generation()
                        .description()
                        .window()
                        .equals(before.description().window())
                && newer.present().slice() == snapshot.present().slice();
    }

    /** Keys that do not arrive in the next slice, and are not forgotten by now, were lost. */
    private static void requireProgress(Snapshot snapshot, Snapshot newer) {
        if (isStuck(snapshot, newer)) {
            String name = snapshot.generation().description().name();
            throw new LostDataException(
                    name,
                    "the filter '" + name + "' has lost bits: a key was evicted, deleted, flushed or lost in a failover"
                            + " before a new slice began, or holds another value. Elements may be missing, so there is"
                            + " no answer. Repeat the call. If it fails again, call clear() or delete() to start over");
        }
    }

    private Step<boolean[]> addHere(Snapshot snapshot) {
        Generation generation = snapshot.generation();
        List<Layer> layers = generation.layers();
        Snapshot grown = filter.grown(snapshot);
        if (grown != snapshot) {
            // Otherwise the rest of a large call could go into a layer that nobody watches any more.
            return portion(grown);
        }
        Step<Snapshot> question = taking.beforeAdd(snapshot, elements, from);
        if (question != null) {
            return question.then(this::portion);
        }
        if (filter.watch().isFull(generation)) {
            to = elements.size();
            return pass(snapshot, unknown(), Access.LOOK_UP, layers, lookUp -> refuseAbsent(snapshot));
        }
        Reservation room =
                filter.watch().reserve(generation, Math.min(elements.size() - from, taking.mostOfAPortion(generation)));
        if (room.size() == 0) {
            return new FullnessCheck(filter, snapshot)
                    .start()
                    .translateFailure(this::report)
                    .then(this::portion);
        }
        reservation = room;
        to = from + room.size();
        return addBehind(snapshot, layers, unknown(), this::finishPortion);
    }

    private Step<boolean[]> finishPortion(Snapshot snapshot, PassResult added) {
        leavePortion();
        Generation generation = snapshot.generation();
        if (!added.refused().isEmpty()) {
            // The elements after the first one without room may still be present.
            return pass(snapshot, unknown(), Access.LOOK_UP, generation.layers(), lookUp -> refuseAbsent(snapshot));
        }
        if (!added.sealed().isEmpty() && generation.description().overCapacity() == OverCapacity.REJECT) {
            filter.watch().markFull(generation);
        }
        return followSeals(snapshot, generation.newest(), added.sealed(), this::nextPortion);
    }

    private Step<boolean[]> refuseAbsent(Snapshot snapshot) {
        BitSet absent = unknown();
        absent.or(elements.having(ElementOutcome.REFUSED, from, to));
        if (absent.isEmpty()) {
            return nextPortion(snapshot);
        }
        elements.setAll(absent, ElementOutcome.REFUSED);
        String name = snapshot.generation().description().name();
        throw report(ElementFailures.refusal(
                name, snapshot.generation().description().capacity(), absent.cardinality()));
    }

    @Override
    Step<boolean[]> answer(Snapshot snapshot) {
        return filter.isOver(snapshot) ? refresh(snapshot).then(this::answerAt) : renew(snapshot);
    }

    /** Asks for the time again if the slice may have ended while the server's reply was on its way. */
    private Step<boolean[]> answerAt(Snapshot newer) {
        if (newer.present().slice() != oldest || !filter.isOver(newer)) {
            return renew(newer);
        }
        countTurn(newer);
        return answer(newer);
    }

    /** Returns the steps after one command that has added the element to a slice that may have ended since. */
    Step<boolean[]> renewAfter(Snapshot snapshot, ElementOutcome outcome) {
        beginAfter(snapshot, access);
        elements.set(0, outcome);
        to = 1;
        oldest = snapshot.present().slice();
        return answer(snapshot);
    }

    /**
     * Writes the elements to the present slice, unless all of them are there; the answers do not change. It leaves out
     * what was answered before a clear: otherwise that element would be present although nobody was told, after the
     * clear, that it is new.
     */
    private Step<boolean[]> renew(Snapshot snapshot) {
        boolean isThere = oldest == NOWHERE || snapshot.present().slice() == oldest;
        BitSet lasting = isThere ? new BitSet() : lasting(snapshot);
        if (lasting.isEmpty()) {
            return super.answer(snapshot);
        }
        BulkAdd again = new BulkAdd(filter, elements.again(lasting));
        again.isRenewal = true;
        again.countTurnsOf(this);
        return again.start(snapshot)
                .translateFailure(failure -> {
                    elements.setAll(lasting, ElementOutcome.UNKNOWN);
                    return report(ElementFailures.withoutOutcomes(failure));
                })
                .then(renewed -> super.answer(snapshot));
    }

    /** Ends a renewal when the generation has ended. */
    @Override
    Step<boolean[]> repeatIn(Snapshot snapshot, Snapshot successor) {
        if (!isRenewal || successor.generation().isSameAs(snapshot.generation())) {
            return super.repeatIn(snapshot, successor);
        }
        leavePortion();
        return super.answer(successor);
    }

    private Step<Snapshot> refresh(Snapshot snapshot) {
        return filter.refresh(snapshot.generation()).translateFailure(this::report);
    }

    @Override
    void leavePortion() {
        if (reservation != null) {
            int fresh = elements.count(ElementOutcome.NEW, from, to);
            filter.watch().release(reservation, fresh);
            reservation = null;
        }
    }
}
