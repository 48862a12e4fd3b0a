package io.polybloom.simulation.window;

import static io.polybloom.simulation.actor.Operation.call;
import static io.polybloom.simulation.actor.Operation.claim;
import static io.polybloom.simulation.actor.Operation.open;
import static io.polybloom.simulation.actor.Operation.pass;
import static io.polybloom.simulation.actor.Operation.settle;

import io.polybloom.FilterSpec;
import io.polybloom.simulation.Specs;
import io.polybloom.simulation.act.Act;
import io.polybloom.simulation.actor.Operation;
import io.polybloom.simulation.actor.OperationKind;
import io.polybloom.simulation.world.Faults;
import io.polybloom.simulation.world.Role;
import io.polybloom.simulation.world.World;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes the worlds in which a consumer claims its deliveries on a filter that forgets, while others act and slices end.
 * It is started again at once, and once more when the filter has forgotten its elements.
 */
final class WindowClaimWorlds {

    private static final String WRITER = "w";
    private static final FilterSpec SPEC = WindowWorlds.spec(1).build();

    /** The time after which all added elements are forgotten. */
    private static final long FORGOTTEN = (WindowWorlds.SLICES + 1) * WindowWorlds.SLICE;

    private WindowClaimWorlds() {}

    /**
     * Returns all worlds.
     *
     * @param age the time since an element was added, in a slice that had just begun
     */
    static List<World> all(long age, Faults faults) {
        List<World> worlds = new ArrayList<>();
        for (Act act : WindowWorlds.ACTS) {
            worlds.add(beside(act, true, false, age, faults));
            worlds.add(beside(act, false, false, age, faults));
            worlds.add(beside(act, false, true, age, faults));
        }
        worlds.add(twoOwners(false, age, faults));
        worlds.add(twoOwners(true, age, faults));
        worlds.add(twoWriters(age, faults));
        worlds.add(settling(age, faults));
        return worlds;
    }

    private static World beside(Act act, boolean oneObject, boolean isKnown, long age, Faults faults) {
        List<Operation> before = before(oneObject, age, call(OperationKind.ADD, "a", "x"));
        if (isKnown) {
            before.add(1, claim("a", WRITER, 1, "known"));
        }
        Operation claim = claim("a", WRITER, 7, "x", "y", "y");
        return World.of(
                        "claims beside " + act + (oneObject ? " on one object" : "") + (isKnown ? ", made before" : "")
                                + " after " + age + " ms",
                        before,
                        List.of(
                                Role.of("consumer", claim, claim.ifFailed()),
                                Role.of("actor", act.on(oneObject ? "a" : "b", 1, SPEC))),
                        replay(claim("c", WRITER, 7, "x", "y", "y")))
                .with(faults);
    }

    /** A consumer and its successor, which was started too early; or two threads of one consumer. */
    private static World twoOwners(boolean oneObject, long age, Faults faults) {
        Operation first = claim("a", WRITER, 7, "y");
        Operation second = claim(oneObject ? "a" : "b", WRITER, 6, "z", "y");
        return World.of(
                        "two owners of one writer" + (oneObject ? " on one object" : "") + " after " + age + " ms",
                        before(oneObject, age, call(OperationKind.ADD, "a", "x")),
                        List.of(
                                Role.of("first", first, first.ifFailed()),
                                Role.of("second", second, second.ifFailed())),
                        replay(claim("c", WRITER, 6, "z", "y")))
                .with(faults);
    }

    /** Two writers bring the same element, and one of them does so again when it is forgotten. */
    private static World twoWriters(long age, Faults faults) {
        Operation first = claim("a", "one", 3, "y", "z");
        Operation second = claim("b", "two", 3, "z", "y");
        List<Operation> after = new ArrayList<>(replay(claim("c", "one", 3, "y", "z")));
        after.add(1, claim("c", "two", 3, "z", "y"));
        return World.of(
                        "two writers after " + age + " ms",
                        before(false, age, call(OperationKind.ADD, "a", "x")),
                        List.of(
                                Role.of("first", first, first.ifFailed()),
                                Role.of("second", second, second.ifFailed())),
                        after)
                .with(faults);
    }

    /** A consumer settles a delivery, and one of its threads claims the next. */
    private static World settling(long age, Faults faults) {
        Operation settlement = settle("a", WRITER, 7);
        Operation claim = claim("a", WRITER, 8, "y");
        return World.of(
                        "a settlement after " + age + " ms",
                        before(true, age, claim("a", WRITER, 7, "x")),
                        List.of(
                                Role.of("settling", settlement, settlement.ifFailed()),
                                Role.of("claiming", claim, claim.ifFailed())),
                        replay(claim("c", WRITER, 8, "y")))
                .with(faults);
    }

    private static List<Operation> before(boolean oneObject, long age, Operation first) {
        List<Operation> before = new ArrayList<>(List.of(open("a", SPEC)));
        if (!oneObject) {
            before.add(open("b", SPEC));
        }
        before.add(first);
        if (age > 0) {
            before.add(pass(age));
        }
        return before;
    }

    private static List<Operation> replay(Operation claim) {
        List<Operation> after = new ArrayList<>(List.of(open("c", SPEC), claim, claim, pass(FORGOTTEN), claim, claim));
        long last = claim.delivery().first() + claim.elements().size() - 1;
        after.add(settle("c", claim.delivery().writer(), last));
        after.addAll(Specs.audit(SPEC, List.of("a"), "x", "y"));
        return after;
    }
}
