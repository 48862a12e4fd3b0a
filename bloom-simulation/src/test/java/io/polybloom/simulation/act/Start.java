package io.polybloom.simulation.act;

import static io.polybloom.simulation.actor.Operation.call;

import io.polybloom.simulation.Specs;
import io.polybloom.simulation.actor.Operation;
import io.polybloom.simulation.actor.OperationKind;
import io.polybloom.simulation.redis.StoredFilter;
import java.time.Duration;
import java.util.List;

/** The state of a filter when the actors begin. Every client has it open; it holds "x" unless it is empty. */
enum Start {
    EMPTY,
    HOLDING,
    /** One more element has room in the first layer. */
    ALMOST_FULL,
    /** The first layer has all the elements that it is made for. */
    FULL,
    FULL_AND_EXPIRING,
    EXPIRING,
    LONG_LIVED,
    /** A rebuild has died after its mark, and every client knows of it. */
    REBUILDING,
    /** The same, and the first client has cleared the filter since, which the others do not know. */
    CLEARED_AFTER_A_REBUILD,
    /** A clear has died after its decision. */
    CLEARED_IN_PART,
    /** The writer has claimed a delivery, and its key exists. */
    CLAIMED,
    /** The first client knows another expiry than the register has. */
    PERSISTED_BY_ANOTHER,
    /** A filter that forgets, and never had an element. */
    WINDOW_EMPTY,
    /** A filter that forgets, in the slice of its element. */
    WINDOW,
    /** A filter that forgets, when its slice has almost ended. */
    WINDOW_AT_THE_END,
    /** A filter that forgets, when its element is about to be forgotten. */
    WINDOW_AT_THE_LAST,
    /** A filter that forgets, and has forgotten everything, so that every slice that it knows is past. */
    WINDOW_PAST,
    /** A filter that forgets, and whose writer has a key, when its slice has almost ended. */
    WINDOW_CLAIMED;

    /** The length of a slice of the filters that forget. */
    static final long SLICE = 100;

    /** The number of slices of the filters that forget. */
    static final int SLICES = 2;

    private static final long NEAR_THE_END = 90;

    boolean forgets() {
        return name().startsWith("WINDOW");
    }

    Duration window() {
        return Duration.ofMillis(SLICE * SLICES);
    }

    /** Brings the filter into the state, when the objects are open. */
    void prepare(List<Operation> before, List<String> objects) {
        String first = objects.get(0);
        if (this != EMPTY && this != WINDOW_EMPTY) {
            before.add(call(OperationKind.ADD, first, "x"));
        }
        switch (this) {
            case ALMOST_FULL -> before.add(call(OperationKind.ADD_ALL, first, Specs.fillers(1, Specs.CAPACITY - 1)));
            case FULL -> before.add(call(OperationKind.ADD_ALL, first, Specs.fillers(1, Specs.CAPACITY)));
            case FULL_AND_EXPIRING -> {
                before.add(call(OperationKind.ADD_ALL, first, Specs.fillers(1, Specs.CAPACITY)));
                before.add(Operation.expire(first, Act.LIFE));
            }
            case EXPIRING -> before.add(Operation.expire(first, Act.LIFE));
            case LONG_LIVED -> before.add(Operation.expire(first, Act.LONG_LIFE));
            case REBUILDING -> rebuildInPart(before, objects);
            case CLEARED_AFTER_A_REBUILD -> {
                rebuildInPart(before, objects);
                before.add(call(OperationKind.CLEAR, first));
            }
            case CLEARED_IN_PART -> before.add(call(OperationKind.CLEAR, first).abandonedAfter(StoredFilter.CHANGE));
            case CLAIMED -> before.add(Operation.claim(first, Act.WRITER, 1, "known"));
            case PERSISTED_BY_ANOTHER -> {
                before.add(Operation.expire(first, Act.LIFE));
                before.add(call(OperationKind.PERSIST, objects.get(objects.size() - 1)));
            }
            case WINDOW_AT_THE_END -> before.add(Operation.pass(NEAR_THE_END));
            case WINDOW_AT_THE_LAST -> before.add(Operation.pass(SLICE * SLICES + NEAR_THE_END));
            case WINDOW_PAST -> before.add(Operation.pass(SLICE * SLICES * 10));
            case WINDOW_CLAIMED -> {
                before.add(Operation.claim(first, Act.WRITER, 1, "known"));
                before.add(Operation.pass(NEAR_THE_END));
            }
            case EMPTY, HOLDING, WINDOW_EMPTY, WINDOW -> {
                // Is so by itself.
            }
        }
    }

    /** Only an add tells a client of a rebuild. */
    private static void rebuildInPart(List<Operation> before, List<String> objects) {
        before.add(Operation.rebuild("clicks", 0).abandonedAfter("BITFIELD"));
        objects.forEach(object -> before.add(call(OperationKind.ADD, object, "known to " + object)));
    }
}
