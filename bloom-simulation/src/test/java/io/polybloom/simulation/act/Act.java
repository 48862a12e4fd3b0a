package io.polybloom.simulation.act;

import static io.polybloom.simulation.actor.Operation.call;

import io.polybloom.FilterSpec;
import io.polybloom.simulation.actor.Operation;
import io.polybloom.simulation.actor.OperationKind;

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
    NEAR_CACHE;

    /** How long a filter lives that is let expire. */
    static final long LIFE = 100;

    /** The name of copies. */
    static final String TARGET = "copy";

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
        };
    }
}
