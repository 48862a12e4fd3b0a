package io.polybloom.simulation.act;

import static io.polybloom.simulation.actor.Operation.call;

import io.polybloom.FilterSpec;
import io.polybloom.simulation.Specs;
import io.polybloom.simulation.actor.Operation;
import io.polybloom.simulation.actor.OperationKind;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** The act of one of several actors on a filter that holds "x". */
public enum Act {
    OPEN,
    ADD,
    ADD_ALL,
    LOOK_UP,
    LOOK_UP_ALL,
    LOAD,
    STATS,
    CLEAR,
    EXPIRE,
    DELETE,
    COPY,
    /** An add that finds the layer full. */
    GROWTH,
    /** A look-up of an element that the near cache knows. */
    NEAR_CACHE,
    /** An expiry that is put off for longer than any clock of a world moves. */
    EXPIRE_LATER,
    PERSIST,
    /** A consumer adds its deliveries. */
    CLAIM,
    SETTLE,
    REBUILD,
    /** A rebuild that gives the filter another capacity. */
    ENLARGE,
    ABANDON,
    /** A merge of another filter into this one. */
    MERGE,
    /** A removal by name, without an object. */
    DELETE_BY_NAME,
    /** A rebuild from a source in which the elements that others have added are no longer. */
    REBUILD_OF_LESS;

    /** The acts that existed before there were rebuilds and claims, which many families of worlds combine. */
    public static final Set<Act> BASIC = Collections.unmodifiableSet(EnumSet.range(OPEN, NEAR_CACHE));

    /** How long a filter lives that is let expire. */
    static final long LIFE = 100;

    /** How long a filter lives whose expiry is put off. */
    static final long LONG_LIFE = 100_000;

    /** The name of the writer of deliveries. */
    static final String WRITER = "w";

    /** The first of the deliveries. */
    static final long DELIVERY = 7;

    /** The source of merges, which holds {@link #MERGED}. */
    static final String OTHER = "other";

    /** An element that a merge brings. */
    static final String MERGED = "m";

    /** The name of copies. */
    static final String TARGET = "copy";

    /** Whether it names the filter instead of an object. */
    boolean isByName() {
        return EnumSet.of(OPEN, COPY, REBUILD, REBUILD_OF_LESS, ENLARGE, ABANDON, MERGE, DELETE_BY_NAME)
                .contains(this);
    }

    /** The acts on a filter that forgets; the others it refuses. */
    boolean isOfWindows() {
        return !EnumSet.of(COPY, MERGE, REBUILD, REBUILD_OF_LESS, ENLARGE, ABANDON, GROWTH)
                .contains(this);
    }

    /**
     * The call.
     *
     * @param object the object that it is made on
     * @param number tells the actors apart
     * @param spec the filter
     */
    public Operation on(String object, int number, FilterSpec spec) {
        return switch (this) {
            case OPEN -> Operation.open("opened" + number, spec);
            case ADD -> call(OperationKind.ADD, object, "y");
            case GROWTH -> call(OperationKind.ADD, object, "grown");
            case ADD_ALL -> call(OperationKind.ADD_ALL, object, "y", "z");
            case LOOK_UP -> call(OperationKind.LOOK_UP, object, "y");
            case LOOK_UP_ALL -> call(OperationKind.LOOK_UP_ALL, object, "x", "y");
            case LOAD -> call(OperationKind.LOAD, object, "y", "z");
            case STATS -> call(OperationKind.STATS, object);
            case CLEAR -> call(OperationKind.CLEAR, object);
            case EXPIRE -> Operation.expire(object, LIFE * number);
            case DELETE -> call(OperationKind.DELETE, object);
            case COPY -> Operation.copy(FilterSpec.existing(spec.name()).build(), TARGET);
            case NEAR_CACHE -> call(OperationKind.LOOK_UP, object, "x");
            case EXPIRE_LATER -> Operation.expire(object, LONG_LIFE * number);
            case PERSIST -> call(OperationKind.PERSIST, object);
            case CLAIM -> Operation.claim(object, WRITER, DELIVERY, "x", "y", "y");
            case SETTLE -> Operation.settle(object, WRITER, DELIVERY + 2);
            case REBUILD -> Operation.rebuild(spec.name(), 0);
            case REBUILD_OF_LESS -> Operation.rebuildWithout(spec.name(), "x", "y");
            case ENLARGE -> Operation.rebuild(spec.name(), (number + 2) * Specs.CAPACITY);
            case ABANDON -> Operation.abandon(spec.name());
            case MERGE -> Operation.merge(OTHER, spec.name());
            case DELETE_BY_NAME -> Operation.remove(spec.name());
        };
    }
}
