package io.polybloom.simulation.defect;

import static io.polybloom.simulation.actor.Operation.call;
import static io.polybloom.simulation.actor.Operation.claim;
import static io.polybloom.simulation.actor.Operation.open;
import static io.polybloom.simulation.actor.Operation.pass;
import static io.polybloom.simulation.actor.Operation.rebuild;
import static io.polybloom.simulation.actor.Operation.settle;
import static io.polybloom.simulation.actor.OperationKind.ADD;
import static io.polybloom.simulation.actor.OperationKind.ADD_ALL;
import static io.polybloom.simulation.actor.OperationKind.LOOK_UP;
import static io.polybloom.simulation.actor.OperationKind.LOOK_UP_ALL;

import io.polybloom.FilterSpec;
import io.polybloom.simulation.Specs;
import io.polybloom.simulation.actor.Operation;
import io.polybloom.simulation.redis.OldPrimary;
import io.polybloom.simulation.world.Faults;
import io.polybloom.simulation.world.Role;
import io.polybloom.simulation.world.World;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Defects that need a primary that was replaced and still answers. */
public final class DemotedWorlds {

    private static final FilterSpec ONE = Specs.plain(1);

    /** A replica that has its keys, whatever it answers to a write. */
    private static final Faults DEMOTED =
            Faults.NONE.demoting(OldPrimary.DEMOTED, OldPrimary.DEMOTED_UNABLE_TO_SAVE, OldPrimary.DEMOTED_FULL);

    private DemotedWorlds() {}

    /** A client asks an old primary, which refuses writes for the reasons of a primary. */
    public static World lookUp() {
        return beside("looks up", Role.of("asker", call(LOOK_UP, "b", "y"), call(LOOK_UP, "b", "y")));
    }

    /** A user without the right to write asks an old primary. */
    public static World reader() {
        return beside(
                "who may not write looks up",
                Role.of("reader", call(LOOK_UP, "b", "y"), call(LOOK_UP_ALL, "b", "y", "z"))
                        .reading());
    }

    /** A client meets an old primary without keys, and must not take the filter for gone. */
    public static World emptyReplica() {
        return World.of(
                        "a primary that was demoted comes back empty while a client asks and another one opens",
                        List.of(open("a", ONE), call(ADD, "a", "x")),
                        List.of(
                                Role.of("asker", call(LOOK_UP, "a", "x"), call(LOOK_UP, "a", "x")),
                                Role.of("opener", open("b", ONE), call(LOOK_UP, "b", "x"))),
                        List.of())
                .with(Faults.NONE.demoting(OldPrimary.EMPTY_REPLICA));
    }

    /** A write is answered by an old primary without keys, and what follows it by the new one. */
    public static World addToAnEmptyPrimary() {
        return emptyPrimary("adds", List.of(call(ADD, "a", "x")), call(ADD, "b", "y"), call(LOOK_UP, "a", "x"));
    }

    /** The same for claims. */
    public static World claimOnAnEmptyPrimary() {
        return emptyPrimary(
                "claims",
                List.of(claim("a", "writer", 1, "v"), claim("b", "writer", 2, "w")),
                claim("b", "writer", 3, "y"),
                settle("a", "writer", 1));
    }

    /** An old primary does not know that anything was added since all slices of the window have passed. */
    public static World pastWindow() {
        FilterSpec window =
                Specs.small("clicks", 1).window(Duration.ofMillis(2_000), 2).build();
        return World.of(
                        "a primary is demoted while a client adds to a window that was forgotten, and looks up",
                        List.of(open("a", window), open("b", window), call(ADD, "a", "x"), pass(10_000)),
                        List.of(Role.of("client", call(ADD, "a", "y"), call(LOOK_UP, "b", "y"))),
                        List.of())
                .with(Faults.NONE.demoting(OldPrimary.DEMOTED));
    }

    /** An old primary has the filter that is copied, but not its latest elements. */
    public static World copy() {
        return World.of(
                        "a primary is demoted while a client adds, and then copies the filter",
                        List.of(open("a", ONE), call(ADD, "a", "x")),
                        List.of(Role.of(
                                "client",
                                call(ADD, "a", "y"),
                                Operation.copy(FilterSpec.existing("clicks").build(), "copy"))),
                        List.of(
                                open("c", FilterSpec.existing("copy").build()),
                                call(LOOK_UP, "c", "x"),
                                call(LOOK_UP, "c", "y")))
                .with(Faults.NONE.demoting(OldPrimary.DEMOTED));
    }

    /**
     * The old primary of the server that has the register does not know of the rebuild; the partitions are elsewhere.
     */
    public static World mirror() {
        FilterSpec two = Specs.plain(2);
        String[] elements = Specs.inPartition(1, 0, 2);
        return World.of(
                        "a primary is demoted while a filter on two servers is rebuilt and a client adds",
                        List.of(open("a", two), open("b", two)),
                        List.of(
                                Role.of("rebuilder", rebuild("clicks", Specs.CAPACITY)),
                                Role.of("adder", call(ADD_ALL, "b", elements))),
                        List.of(call(LOOK_UP_ALL, "a", elements)))
                .on(2)
                .with(Faults.NONE.demoting(OldPrimary.DEMOTED));
    }

    private static World emptyPrimary(String what, List<Operation> before, Operation write, Operation after) {
        List<Operation> script = new ArrayList<>(List.of(open("a", ONE), open("b", ONE)));
        script.addAll(before);
        return World.of(
                        "a primary that was replaced comes back empty, and a client that " + what + " is led to it",
                        script,
                        List.of(Role.of("writer", write)),
                        List.of(after))
                .with(Faults.NONE.demoting(OldPrimary.EMPTY_PRIMARY));
    }

    private static World beside(String what, Role role) {
        return World.of(
                        "a primary is demoted while a client adds and another one " + what,
                        List.of(open("a", ONE), open("b", ONE), call(ADD, "a", "x")),
                        List.of(Role.of("adder", call(ADD, "a", "y")), role),
                        List.of())
                .with(DEMOTED);
    }
}
