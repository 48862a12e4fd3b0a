package io.polybloom.internal.membership;

import io.polybloom.ElementOutcome;
import io.polybloom.internal.capacity.FullFilter;
import io.polybloom.internal.capacity.Reservation;
import io.polybloom.internal.filter.OpenFilter;
import io.polybloom.internal.filter.Snapshot;
import io.polybloom.internal.filter.TimeView;
import io.polybloom.internal.growth.FullnessCheck;
import io.polybloom.internal.model.CallElements;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.redis.Access;
import io.polybloom.step.Step;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Adds many elements, in portions of the room that is known to be left in the newest layer.
 *
 * <p>In a filter that depends on the time, the keys may have to be prepared first. An element has its answer from the
 * cells as they were before it was first written. If the time has gone on when all answers have arrived, the elements
 * are written once more, since their own time begins when the call returns.
 */
public final class BulkAdd extends BulkOperation {

    private @Nullable Reservation reservation;

    /** Whether the elements have their answers, and are only written once more. */
    private boolean isRenewal;

    /** The earliest time at which elements were written; null if none were. */
    private @Nullable TimeView earliest;

    /** Prepares an add of elements. */
    public BulkAdd(OpenFilter filter, CallElements elements) {
        super(filter, Access.ADD, elements);
    }

    @Override
    Step<boolean[]> portion(Snapshot snapshot) {
        if (filter.isOver(snapshot)) {
            return refresh(snapshot).then(newer -> repeatIn(snapshot, newer));
        }
        TimeView now = snapshot.view();
        if (!now.takesElements()) {
            return now.prepare(filter).translateFailure(this::report).then(newer -> repeatIn(snapshot, newer));
        }
        if (earliest == null || now.isBefore(earliest)) {
            earliest = now;
        }
        return addHere(snapshot);
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
        return newerLayers.add(snapshot, layers, unknown(), this::finishPortion);
    }

    private Step<boolean[]> finishPortion(Snapshot snapshot, PassResult added) {
        leavePortion();
        Generation generation = snapshot.generation();
        if (!added.refused().isEmpty()) {
            // The elements after the first one without room may still be present.
            return pass(snapshot, unknown(), Access.LOOK_UP, generation.layers(), lookUp -> refuseAbsent(snapshot));
        }
        return newerLayers.follow(snapshot, added, this::nextPortion);
    }

    private Step<boolean[]> refuseAbsent(Snapshot snapshot) {
        BitSet absent = unknown();
        absent.or(elements.having(ElementOutcome.REFUSED, from, to));
        if (absent.isEmpty()) {
            return nextPortion(snapshot);
        }
        elements.setAll(absent, ElementOutcome.REFUSED);
        throw report(FullFilter.refusal(snapshot.generation().description(), absent.cardinality()));
    }

    @Override
    Step<boolean[]> answer(Snapshot snapshot) {
        return filter.isOver(snapshot) ? refresh(snapshot).then(this::answerAt) : renew(snapshot);
    }

    /** Asks for the time again if it may have gone on while the server's reply was on its way. */
    private Step<boolean[]> answerAt(Snapshot newer) {
        if (earliest == null || !newer.view().isSameTimeAs(earliest) || !filter.isOver(newer)) {
            return renew(newer);
        }
        countTurn(newer, newer);
        return answer(newer);
    }

    /** Returns the steps after one command that has added the element, at a time that may have ended since. */
    Step<boolean[]> renewAfter(Snapshot snapshot, ElementOutcome outcome) {
        beginAfter(snapshot, access);
        elements.set(0, outcome);
        to = 1;
        earliest = snapshot.view();
        return answer(snapshot);
    }

    /**
     * Writes the elements again unless all of them count as if they were written now; the answers do not change. It
     * leaves out what was answered before a clear: otherwise that element would be present although nobody was told,
     * after the clear, that it is new.
     */
    private Step<boolean[]> renew(Snapshot snapshot) {
        boolean isNow = earliest == null || snapshot.view().isSameTimeAs(earliest);
        BitSet lasting = isNow ? new BitSet() : lasting(snapshot);
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
