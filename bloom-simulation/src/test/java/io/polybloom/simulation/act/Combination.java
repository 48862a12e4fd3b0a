package io.polybloom.simulation.act;

import static io.polybloom.simulation.actor.Operation.call;
import static io.polybloom.simulation.actor.Operation.open;

import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.FilterSpecBuilder;
import io.polybloom.OverCapacity;
import io.polybloom.simulation.Specs;
import io.polybloom.simulation.actor.Connection;
import io.polybloom.simulation.actor.Operation;
import io.polybloom.simulation.actor.OperationKind;
import io.polybloom.simulation.redis.SimulatedClock;
import io.polybloom.simulation.world.Faults;
import io.polybloom.simulation.world.Role;
import io.polybloom.simulation.world.World;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A filter in some state, and what several actors do to it at once: a world is a value of each of these.
 *
 * @param start the state
 * @param overCapacity what the filter does when it is full
 * @param partitions the number of its partitions
 * @param turns what each actor does, one act after the other
 * @param objects the object of each actor; those that share one are threads of one client
 * @param connection how all of them send
 */
record Combination(
        Start start,
        OverCapacity overCapacity,
        int partitions,
        List<List<Act>> turns,
        List<String> objects,
        Connection connection) {

    private static final String CLICKS = "clicks";

    /** The actors use one object, or each has an object of its own. */
    static Combination of(Start start, OverCapacity overCapacity, List<List<Act>> turns, boolean oneObject) {
        List<String> objects = new ArrayList<>();
        for (int i = 0; i < turns.size(); i++) {
            objects.add(oneObject ? "a" : Character.toString((char) ('a' + i)));
        }
        return new Combination(start, overCapacity, 1, turns, objects, Connection.ORDERED);
    }

    /** Whether another world has the same events, and a further object that is only asked at the end. */
    boolean isPartOfAnother() {
        return objects.equals(List.of("a", "a")) && turns.get(1).stream().allMatch(Act::isByName);
    }

    /** Whether the format has such filters and acts at all. */
    boolean exists() {
        boolean growsWithTime = start.forgets() && overCapacity != OverCapacity.DEGRADE;
        boolean fitsNot =
                start.forgets() && turns.stream().anyMatch(turn -> turn.stream().anyMatch(act -> !act.isOfWindows()));
        return !growsWithTime && !fitsNot;
    }

    private boolean does(Act act) {
        return turns.stream().anyMatch(turn -> turn.contains(act));
    }

    /** The world, with some faults. */
    World world(Faults faults) {
        SimulatedClock clock = new SimulatedClock();
        FilterSpec spec = builder(CLICKS).build();
        FilterOptions cached = Specs.nearCached(clock);
        Set<String> nearCached = new LinkedHashSet<>();
        for (int i = 0; i < turns.size(); i++) {
            if (turns.get(i).contains(Act.NEAR_CACHE)) {
                nearCached.add(objects.get(i));
            }
        }
        List<String> opened = List.copyOf(new LinkedHashSet<>(objects));
        List<Operation> before = new ArrayList<>();
        opened.forEach(object ->
                before.add(open(object, spec, nearCached.contains(object) ? cached : FilterOptions.defaults())));
        start.prepare(before, opened);
        nearCached.forEach(object -> before.add(call(OperationKind.LOOK_UP, object, "x")));
        if (does(Act.MERGE)) {
            before.add(open("source", builder(Act.OTHER).build()));
            before.add(call(OperationKind.ADD, "source", Act.MERGED));
        }
        List<Role> roles = new ArrayList<>();
        for (int i = 0; i < turns.size(); i++) {
            roles.add(Role.of("actor" + (i + 1), script(i, spec)).over(connection));
        }
        return World.of(toString(), before, roles, after(spec, opened))
                .nearCached(clock, nearCached.toArray(new String[0]))
                .with(faults);
    }

    private FilterSpecBuilder builder(String name) {
        FilterSpecBuilder builder = Specs.small(name, partitions).overCapacity(overCapacity);
        return start.forgets() ? builder.window(start.window(), Start.SLICES) : builder;
    }

    /** A consumer repeats a call that has failed, as its messages are delivered again. */
    private Operation[] script(int actor, FilterSpec spec) {
        List<Operation> script = new ArrayList<>();
        for (Act act : turns.get(actor)) {
            Operation operation = act.on(objects.get(actor), actor + 1, spec);
            script.add(operation);
            if (act == Act.CLAIM || act == Act.SETTLE) {
                script.add(operation.ifFailed());
            }
        }
        return script.toArray(new Operation[0]);
    }

    private List<Operation> after(FilterSpec spec, List<String> opened) {
        List<Operation> after = new ArrayList<>();
        if (does(Act.CLAIM)) {
            after.addAll(replayed(spec));
        }
        after.addAll(Specs.audit(spec, opened, "x", "y"));
        if (does(Act.MERGE)) {
            after.add(call(OperationKind.LOOK_UP, "fresh", Act.MERGED));
        }
        if (does(Act.COPY)) {
            after.add(open("copied", FilterSpec.existing(Act.TARGET).build()));
            after.add(call(OperationKind.LOOK_UP, "copied", "x"));
            after.add(call(OperationKind.LOOK_UP, "copied", "y"));
        }
        if (start.forgets()) {
            after.addAll(muchLater(opened));
        }
        return after;
    }

    /** The consumer is started again and gets the same deliveries, whether it has died or not. */
    private static List<Operation> replayed(FilterSpec spec) {
        Operation claim = Operation.claim("c", Act.WRITER, Act.DELIVERY, "x", "y", "y");
        return List.of(open("c", spec), claim, claim, Operation.settle("c", Act.WRITER, Act.DELIVERY + 2));
    }

    /** Asks when the elements are forgotten, and when the filter has been idle for long. */
    private static List<Operation> muchLater(List<String> opened) {
        List<Operation> later = new ArrayList<>();
        for (long spans : new long[] {1, 10}) {
            later.add(Operation.pass(spans * Start.SLICE * Start.SLICES));
            opened.forEach(object -> later.add(call(OperationKind.LOOK_UP, object, "x")));
            opened.forEach(object -> later.add(call(OperationKind.LOOK_UP, object, "y")));
        }
        for (String object : opened) {
            later.add(call(OperationKind.ADD, object, "x"));
            later.add(call(OperationKind.LOOK_UP, object, "x"));
        }
        return later;
    }

    @Override
    public String toString() {
        return start + ", " + overCapacity + ", " + turns + " on " + objects
                + (partitions > 1 ? " in " + partitions + " partitions" : "");
    }
}
