package io.polybloom.simulation.actor;

import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * An operation that an actor calls.
 *
 * @param kind the method
 * @param object the filter object, by its name in the world
 * @param elements its elements; those that a rebuild does not read any more
 * @param spec the filter to open, to copy, to merge or to remove by its name; null for a method of an object
 * @param target the name of the copy or the union, or the capacity of the rebuilt filter
 * @param life the time to live of {@link OperationKind#EXPIRE}, or the time that passes
 * @param onlyAfterFailure whether the call is left out if the actor's last one has succeeded
 * @param lastVerb the command after which the caller dies, where no schedule is explored; empty if he does not
 * @param delivery the number of the first delivery, in calls of claims
 * @param options those with which a filter is opened
 */
public record Operation(
        OperationKind kind,
        String object,
        List<String> elements,
        @Nullable FilterSpec spec,
        String target,
        Duration life,
        boolean onlyAfterFailure,
        String lastVerb,
        @Nullable Delivery delivery,
        FilterOptions options) {

    /**
     * The deliveries of the elements of a call.
     *
     * @param writer the name of the writer
     * @param first the delivery of the first element, or the last one that is settled
     */
    public record Delivery(String writer, long first) {}

    private Operation(
            OperationKind kind,
            String object,
            List<String> elements,
            @Nullable FilterSpec spec,
            String target,
            Duration life,
            boolean onlyAfterFailure,
            String lastVerb) {
        this(kind, object, elements, spec, target, life, onlyAfterFailure, lastVerb, null, FilterOptions.defaults());
    }

    /** Opens an object. */
    public static Operation open(String object, FilterSpec spec) {
        return open(object, spec, FilterOptions.defaults());
    }

    /** Opens an object with options. */
    public static Operation open(String object, FilterSpec spec, FilterOptions options) {
        return new Operation(OperationKind.OPEN, object, List.of(), spec, "", Duration.ZERO, false, "", null, options);
    }

    /** Returns the same operation, which opens its object with other options. */
    public Operation withOptions(UnaryOperator<FilterOptions> change) {
        return new Operation(
                kind,
                object,
                elements,
                spec,
                target,
                life,
                onlyAfterFailure,
                lastVerb,
                delivery,
                change.apply(options));
    }

    /** Calls a method of an object. */
    public static Operation call(OperationKind kind, String object, String... elements) {
        return new Operation(kind, object, List.of(elements), null, "", Duration.ZERO, false, "");
    }

    /** Adds elements under deliveries that follow each other. */
    public static Operation claim(String object, String writer, long first, String... elements) {
        return of(OperationKind.CLAIM_ALL, object, writer, first, elements);
    }

    /** Forgets the deliveries up to one. */
    public static Operation settle(String object, String writer, long upTo) {
        return of(OperationKind.SETTLE, object, writer, upTo);
    }

    private static Operation of(OperationKind kind, String object, String writer, long delivery, String... elements) {
        Delivery delivered = new Delivery(writer, delivery);
        return new Operation(
                kind,
                object,
                List.of(elements),
                null,
                "",
                Duration.ZERO,
                false,
                "",
                delivered,
                FilterOptions.defaults());
    }

    /** Lets the filter of an object expire. */
    public static Operation expire(String object, long millis) {
        return new Operation(OperationKind.EXPIRE, object, List.of(), null, "", Duration.ofMillis(millis), false, "");
    }

    /** Lets time pass. */
    public static Operation pass(long millis) {
        return new Operation(OperationKind.PASS, "", List.of(), null, "", Duration.ofMillis(millis), false, "");
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

    /** Writes a snapshot of a filter. */
    public static Operation export(String source) {
        FilterSpec spec = FilterSpec.existing(source).build();
        return new Operation(OperationKind.EXPORT, "", List.of(), spec, "", Duration.ZERO, false, "");
    }

    /** Brings the latest snapshot of a filter to a name. */
    public static Operation importing(String source, String target) {
        FilterSpec spec = FilterSpec.existing(source).build();
        return new Operation(OperationKind.IMPORT, "", List.of(), spec, target, Duration.ZERO, false, "");
    }

    /** Rebuilds a filter, with another capacity unless that is 0. */
    public static Operation rebuild(String name, int capacity) {
        FilterSpec spec = FilterSpec.existing(name).build();
        String target = capacity == 0 ? "" : Integer.toString(capacity);
        return new Operation(OperationKind.REBUILD, "", List.of(), spec, target, Duration.ZERO, false, "");
    }

    /** Rebuilds a filter, of the same capacity, in another layout. */
    public static Operation rebuildIn(String layout, String name) {
        FilterSpec spec = FilterSpec.existing(name).build();
        return new Operation(OperationKind.REBUILD, "", List.of(), spec, layout, Duration.ZERO, false, "");
    }

    /** Rebuilds a filter from elements of which some were removed before they are read. */
    public static Operation rebuildWithout(String name, String... removed) {
        FilterSpec spec = FilterSpec.existing(name).build();
        return new Operation(OperationKind.REBUILD, "", List.of(removed), spec, "", Duration.ZERO, false, "");
    }

    /** Gives up the rebuild of a filter. */
    public static Operation abandon(String name) {
        FilterSpec spec = FilterSpec.existing(name).build();
        return new Operation(OperationKind.ABANDON, "", List.of(), spec, "", Duration.ZERO, false, "");
    }

    /** Counts elements in a counter. */
    public static Operation count(String counter, String... elements) {
        FilterSpec spec = FilterSpec.existing(counter).build();
        return new Operation(OperationKind.COUNT, "", List.of(elements), spec, "", Duration.ZERO, false, "");
    }

    /** Adds the elements of a counter, which has a first element, to another counter, which has a second one. */
    public static Operation mergeCounters(String source, String counter, String first, String second) {
        FilterSpec spec = FilterSpec.existing(counter).build();
        List<String> elements = List.of(first, second);
        return new Operation(OperationKind.MERGE_COUNTERS, "", elements, spec, source, Duration.ZERO, false, "");
    }

    /** Removes the keys under a name, without opening it. */
    public static Operation remove(String name) {
        FilterSpec spec = FilterSpec.existing(name).build();
        return new Operation(OperationKind.DELETE, "", List.of(), spec, "", Duration.ZERO, false, "");
    }

    /** Returns the same call, made only if the one before has failed. */
    public Operation ifFailed() {
        return new Operation(kind, object, elements, spec, target, life, true, lastVerb, delivery, options);
    }

    /** Returns the same call, whose caller dies when the server has executed the first command of that name. */
    public Operation abandonedAfter(String verb) {
        return new Operation(kind, object, elements, spec, target, life, onlyAfterFailure, verb, delivery, options);
    }

    @Override
    public String toString() {
        String about = switch (kind) {
            case OPEN, DELETE, EXPORT -> spec == null ? "" : spec.name();
            case REBUILD, ABANDON ->
                (spec == null ? "" : spec.name())
                        + (target.isEmpty() ? "" : ", " + target)
                        + (elements.isEmpty() ? "" : " without " + String.join(", ", elements));
            case COPY, MERGE, IMPORT -> (spec == null ? "" : spec.name()) + " to " + target;
            case EXPIRE, PASS -> life.toMillis() + " ms";
            case CLAIM_ALL, SETTLE -> delivery + ", " + String.join(", ", elements);
            default -> String.join(", ", elements);
        };
        return (object.isEmpty() ? "" : object + ".") + kind.name().toLowerCase(Locale.ROOT) + "(" + about + ")";
    }
}
