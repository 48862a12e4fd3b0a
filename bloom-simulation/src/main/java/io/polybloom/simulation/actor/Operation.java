package io.polybloom.simulation.actor;

import io.polybloom.FilterSpec;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What an actor calls.
 *
 * @param kind the method
 * @param object the filter object, by its name in the world
 * @param elements what it is about
 * @param spec what to open, to copy, to merge or to remove by its name; null for a method of an object
 * @param target the name of the copy or the union
 * @param life the time to live of {@link OperationKind#EXPIRE}
 * @param onlyAfterFailure whether the call is left out if the actor's last one has succeeded
 * @param lastVerb the command after which the caller dies, where no schedule is explored; empty if he does not
 */
public record Operation(
        OperationKind kind,
        String object,
        List<String> elements,
        @Nullable FilterSpec spec,
        String target,
        Duration life,
        boolean onlyAfterFailure,
        String lastVerb) {

    /** Opens an object. */
    public static Operation open(String object, FilterSpec spec) {
        return new Operation(OperationKind.OPEN, object, List.of(), spec, "", Duration.ZERO, false, "");
    }

    /** Calls a method of an object. */
    public static Operation call(OperationKind kind, String object, String... elements) {
        return new Operation(kind, object, List.of(elements), null, "", Duration.ZERO, false, "");
    }

    /** Lets the filter of an object expire. */
    public static Operation expire(String object, long millis) {
        return new Operation(OperationKind.EXPIRE, object, List.of(), null, "", Duration.ofMillis(millis), false, "");
    }

    /** Copies a filter. */
    public static Operation copy(FilterSpec source, String target) {
        return new Operation(OperationKind.COPY, "", List.of(), source, target, Duration.ZERO, false, "");
    }

    /** Merges a filter into another one. */
    public static Operation merge(String source, String target) {
        FilterSpec spec = FilterSpec.existing(source).build();
        return new Operation(OperationKind.MERGE, "", List.of(), spec, target, Duration.ZERO, false, "");
    }

    /** Removes what there is under a name, without opening it. */
    public static Operation remove(String name) {
        FilterSpec spec = FilterSpec.existing(name).build();
        return new Operation(OperationKind.DELETE, "", List.of(), spec, "", Duration.ZERO, false, "");
    }

    /** Returns the same call, made only if the one before has failed. */
    public Operation ifFailed() {
        return new Operation(kind, object, elements, spec, target, life, true, lastVerb);
    }

    /** Returns the same call, whose caller dies when the server has executed the first command of that name. */
    public Operation abandonedAfter(String verb) {
        return new Operation(kind, object, elements, spec, target, life, onlyAfterFailure, verb);
    }

    @Override
    public String toString() {
        String about = switch (kind) {
            case OPEN, DELETE -> spec == null ? "" : spec.name();
            case COPY, MERGE -> (spec == null ? "" : spec.name()) + " to " + target;
            case EXPIRE -> life.toMillis() + " ms";
            default -> String.join(", ", elements);
        };
        return (object.isEmpty() ? "" : object + ".") + kind.name().toLowerCase(Locale.ROOT) + "(" + about + ")";
    }
}
