package io.polybloom.simulation.defect;

import static io.polybloom.simulation.actor.Operation.call;
import static io.polybloom.simulation.actor.Operation.open;
import static io.polybloom.simulation.actor.Operation.pass;
import static io.polybloom.simulation.actor.Operation.rebuild;
import static io.polybloom.simulation.actor.OperationKind.ADD;
import static io.polybloom.simulation.actor.OperationKind.CLEAR;
import static io.polybloom.simulation.actor.OperationKind.LOOK_UP;

import io.polybloom.FilterSpec;
import io.polybloom.OverCapacity;
import io.polybloom.simulation.Specs;
import io.polybloom.simulation.actor.Operation;
import io.polybloom.simulation.schedule.EventKind;
import io.polybloom.simulation.world.Faults;
import io.polybloom.simulation.world.Role;
import io.polybloom.simulation.world.World;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Defects around a failover that undoes what an object has seen. */
public final class UndoneWorlds {

    /** As many writes as a clear and the adds after it. */
    private static final int LAG = 12;

    private static final long SLICE = 100;

    private UndoneWorlds() {}

    /** 47: an object that knows of a clear asks for the generation after it, which is gone, without an end. */
    static World undoneClear(OverCapacity policy) {
        FilterSpec spec = Specs.small("clicks", 1).overCapacity(policy).build();
        return World.of(
                        "a failover undoes a clear (" + policy + ")",
                        List.of(open("a", spec), open("b", spec), Specs.fill("a")),
                        List.of(Role.of(
                                "cleaner",
                                call(CLEAR, "a"),
                                call(LOOK_UP, "a", "x"),
                                call(ADD, "a", "x"),
                                call(ADD, "a", "x").ifFailed(),
                                call(LOOK_UP, "a", "x"))),
                        Specs.audit(spec, List.of("a", "b"), "x"))
                .lagging(LAG)
                .with(Faults.oneOf(EventKind.FAIL_OVER));
    }

    /** 55: an object that knows of the clear of a window takes all elements of the generation before for forgotten. */
    public static World undoneClearOfAWindow() {
        FilterSpec spec =
                Specs.small("clicks", 1).window(Duration.ofMillis(3 * SLICE), 3).build();
        return World.of(
                        "a failover undoes a clear of a window",
                        List.of(open("a", spec), open("b", spec), call(CLEAR, "a"), call(LOOK_UP, "b", "x")),
                        List.of(Role.of("cleaner", call(CLEAR, "a"), call(LOOK_UP, "a", "x"))),
                        List.of(
                                call(ADD, "b", "x"),
                                call(LOOK_UP, "a", "x"),
                                call(LOOK_UP, "a", "x"),
                                call(ADD, "a", "x")))
                .lagging(LAG)
                .with(Faults.oneOf(EventKind.FAIL_OVER));
    }

    /** 60: an add asks for the next generation of a rebuild that a failover has undone, a thousand times. */
    public static World undoneRebuild() {
        FilterSpec spec = Specs.small("clicks", 1).build();
        return World.of(
                        "a failover undoes a rebuild beside an add",
                        List.of(open("a", spec), open("b", spec), call(ADD, "a", "x")),
                        List.of(Role.of("rebuilder", rebuild("clicks", 0)), Role.of("adder", call(ADD, "b", "y"))),
                        Specs.audit(spec, List.of("a", "b"), "x"))
                .lagging(4 * LAG)
                .with(Faults.oneOf(EventKind.FAIL_OVER));
    }

    /** 51: a clear that a failover undoes removes the generation that is the current one again. */
    public static World undoneWhileItCompletes() {
        FilterSpec spec =
                Specs.small("clicks", 1).window(Duration.ofMillis(3 * SLICE), 3).build();
        return World.of(
                        "a failover undoes a clear of a window before it is complete",
                        List.of(open("a", spec), open("b", spec), call(ADD, "a", "v"), call(ADD, "b", "w")),
                        List.of(Role.of(
                                "cleaner",
                                call(CLEAR, "a"),
                                call(ADD, "b", "y"),
                                call(ADD, "b", "y").ifFailed())),
                        List.of(pass(SLICE), open("fresh", spec), call(LOOK_UP, "fresh", "y")))
                .lagging(LAG)
                .with(Faults.oneOf(EventKind.FAIL_OVER));
    }

    /** 51: likewise of a window that moves on. */
    public static World undoneMove() {
        FilterSpec spec =
                Specs.small("clicks", 1).window(Duration.ofMillis(3 * SLICE), 3).build();
        return World.of(
                        "a failover undoes a move to the next slice before it is complete",
                        List.of(open("a", spec), open("b", spec), call(ADD, "a", "v"), pass(SLICE)),
                        List.of(Role.of(
                                "mover",
                                call(ADD, "a", "x"),
                                call(ADD, "b", "y"),
                                call(ADD, "b", "y").ifFailed())),
                        List.of(open("fresh", spec), call(LOOK_UP, "fresh", "v"), call(LOOK_UP, "fresh", "y")))
                .lagging(LAG)
                .with(Faults.oneOf(EventKind.FAIL_OVER));
    }

    /** 63: the keys of the first slice are in use, and a failover loses the version that says so. */
    public static World lostVersionOfTheFirstSlice() {
        return lostVersion("the first slice of a window", List.of());
    }

    /** 63: likewise of a slice whose keys are made anew, since all elements are forgotten. */
    static World lostVersionAfterForgottenSlices() {
        return lostVersion("a slice of an idle window", List.of(call(ADD, "b", "v"), pass(10 * SLICE)));
    }

    private static World lostVersion(String of, List<Operation> first) {
        FilterSpec spec =
                Specs.small("clicks", 1).window(Duration.ofMillis(3 * SLICE), 3).build();
        List<Operation> before = new ArrayList<>(List.of(open("a", spec), open("b", spec)));
        before.addAll(first);
        return World.of(
                        "a failover loses the version with " + of,
                        before,
                        List.of(Role.of("adder", call(ADD, "a", "x"))),
                        List.of(
                                call(LOOK_UP, "b", "x"),
                                open("fresh", spec),
                                call(LOOK_UP, "fresh", "x"),
                                call(ADD, "fresh", "x"),
                                call(LOOK_UP, "a", "x")))
                .lagging(LAG)
                .with(Faults.oneOf(EventKind.FAIL_OVER));
    }

    /** 70: the keys of the first slice are in use without that version, and are lost, too. */
    public static World lostKeysOfTheFirstSlice() {
        return lostKeys(
                "a failover loses the version with the first slice of a window, then a key before it is looked for",
                List.of(),
                List.of(call(LOOK_UP, "b", "x"), call(LOOK_UP, "a", "x")));
    }

    /** 70: likewise of a slice after those that are forgotten. 82: a look-up repeats itself until it gives up. */
    static World lostKeysAfterForgottenSlices() {
        return lostKeys(
                "a failover loses the version with a slice of an idle window, then a key before it is looked for",
                List.of(call(ADD, "b", "v"), pass(10 * SLICE)),
                List.of(call(LOOK_UP, "b", "x"), call(LOOK_UP, "a", "x")));
    }

    /** 70: likewise when another client goes on with the slice. */
    public static World lostKeysThatAreMadeAgain() {
        return lostKeys(
                "a failover loses the version with the first slice of a window, then a key before it is made again",
                List.of(),
                List.of(call(ADD, "b", "y"), call(LOOK_UP, "b", "x"), call(LOOK_UP, "a", "x")));
    }

    private static World lostKeys(String name, List<Operation> first, List<Operation> after) {
        FilterSpec spec =
                Specs.small("clicks", 1).window(Duration.ofMillis(3 * SLICE), 3).build();
        List<Operation> before = new ArrayList<>(List.of(open("a", spec), open("b", spec)));
        before.addAll(first);
        return World.of(name, before, List.of(Role.of("adder", call(ADD, "a", "u"), call(ADD, "a", "x"))), after)
                .lagging(2)
                .with(Faults.upTo(2, EventKind.FAIL_OVER, EventKind.EVICT));
    }

    /** 72: the choice of a slice is lost before its keys are made, and their publication after that. */
    public static World lostChoiceAndPublication() {
        FilterSpec spec =
                Specs.small("clicks", 1).window(Duration.ofMillis(3 * SLICE), 3).build();
        return World.of(
                        "two failovers lose the choice of the first slice of a window, and its publication",
                        List.of(open("a", spec), open("b", spec)),
                        List.of(Role.of("adder", call(ADD, "a", "x"))),
                        List.of(call(LOOK_UP, "b", "x"), call(LOOK_UP, "a", "x")))
                .lagging(1)
                .with(Faults.upTo(2, EventKind.FAIL_OVER));
    }
}
