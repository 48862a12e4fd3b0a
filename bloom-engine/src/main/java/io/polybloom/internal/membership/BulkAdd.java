package io.polybloom.internal.membership;

import io.polybloom.ElementOutcome;
import io.polybloom.internal.capacity.FullFilter;
import io.polybloom.internal.capacity.Reservation;
import io.polybloom.internal.filter.OpenFilter;
import io.polybloom.internal.filter.Snapshot;
import io.polybloom.internal.growth.FullnessCheck;
import io.polybloom.internal.model.CallElements;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.redis.Access;
import io.polybloom.internal.seam.Seams;
import io.polybloom.step.Step;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Adds many elements, in portions of the room that is known to be left in the newest layer. */
public class BulkAdd extends BulkOperation {

    private static final List<AddRoom> ROOMS = Seams.of(AddRoom.class);

    private @Nullable Reservation reservation;

    /** Creates the add of a room. */
    protected BulkAdd(OpenFilter filter, CallElements elements) {
        super(filter, Access.ADD, elements);
    }

    /** Prepares an add of elements. */
    public static BulkAdd of(OpenFilter filter, CallElements elements) {
        return filter.isTimed()
                ? Seams.first(ROOMS, room -> room.add(filter, elements)).orElseThrow()
                : new BulkAdd(filter, elements);
    }

    /**
     * Returns the steps after one command that has added the one element.
     *
     * @param outcome its answer
     */
    protected Step<boolean[]> startWithAnswer(Snapshot snapshot, ElementOutcome outcome) {
        beginAfter(snapshot, access);
        elements.set(0, outcome);
        to = 1;
        return answer(snapshot);
    }

    @Override
    protected Step<boolean[]> portion(Snapshot snapshot) {
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
    protected void leavePortion() {
        if (reservation != null) {
            int fresh = elements.count(ElementOutcome.NEW, from, to);
            filter.watch().release(reservation, fresh);
            reservation = null;
        }
    }
}
