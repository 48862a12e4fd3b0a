package io.polybloom.simulation.allowed;

import static io.polybloom.simulation.actor.Operation.call;
import static io.polybloom.simulation.actor.Operation.expire;
import static io.polybloom.simulation.actor.Operation.open;
import static io.polybloom.simulation.actor.Operation.pass;
import static io.polybloom.simulation.actor.Operation.rebuild;
import static io.polybloom.simulation.actor.OperationKind.ADD;
import static io.polybloom.simulation.actor.OperationKind.DELETE;
import static io.polybloom.simulation.actor.OperationKind.LOAD;
import static io.polybloom.simulation.actor.OperationKind.LOOK_UP;
import static io.polybloom.simulation.actor.OperationKind.PERSIST;

import io.polybloom.FilterSpec;
import io.polybloom.simulation.Specs;
import io.polybloom.simulation.schedule.EventKind;
import io.polybloom.simulation.world.Faults;
import io.polybloom.simulation.world.Role;
import io.polybloom.simulation.world.World;
import java.util.List;

/** The schedules of the list "what remains unprotected" in docs/why.md, as worlds. */
final class AllowanceWorlds {

    private static final FilterSpec ONE = Specs.plain(1);

    /** As many writes as the beginning of a deletion. */
    private static final int A_DELETION = 3;

    /** As many writes as bring the elements of a rebuild. */
    private static final int A_LOAD = 7;

    private AllowanceWorlds() {}

    static World failover() {
        return World.of(
                        "a failover loses an add",
                        List.of(open("a", ONE)),
                        List.of(Role.of("adder", call(ADD, "a", "x"))),
                        List.of(call(LOOK_UP, "a", "x")))
                .lagging(1)
                .with(Faults.oneOf(EventKind.FAIL_OVER));
    }

    /** The partition comes back, and the object that has it open uses it beside the filter that is created anew. */
    static World undoneDeletion() {
        return World.of(
                        "two failovers bring back a partition of a deleted filter",
                        List.of(open("a", ONE), open("b", ONE)),
                        List.of(Role.of("deleter", call(DELETE, "b"))),
                        List.of(open("fresh", ONE), call(ADD, "a", "x"), call(ADD, "fresh", "x")))
                .lagging(A_DELETION)
                .with(Faults.upTo(2, EventKind.FAIL_OVER));
    }

    /** What the rebuild has brought is lost before it decides that the next generation takes over. */
    static World rebuildThatLosesItsElements() {
        return World.of(
                        "a failover loses elements that a rebuild has brought",
                        List.of(open("a", ONE), call(ADD, "a", "x")),
                        List.of(Role.of("rebuilder", rebuild("clicks", 2 * Specs.CAPACITY))),
                        List.of(call(LOOK_UP, "a", "x"), open("fresh", ONE), call(LOOK_UP, "fresh", "x")))
                .lagging(A_LOAD)
                .with(Faults.oneOf(EventKind.FAIL_OVER));
    }

    static World registerAndCopyEvicted() {
        return World.of(
                        "register and copy are evicted before another client opens the filter",
                        List.of(open("a", ONE), call(ADD, "a", "x")),
                        List.of(Role.of("opener", open("b", ONE), call(LOOK_UP, "b", "x"))),
                        List.of(call(LOOK_UP, "a", "x")))
                .with(Faults.upTo(2, EventKind.EVICT));
    }

    static World lateAdd() {
        return World.of(
                        "an add arrives when the filter was deleted and created anew",
                        List.of(open("a", ONE), open("b", ONE)),
                        List.of(
                                Role.of("adder", call(ADD, "a", "x")),
                                Role.of("deleter", call(DELETE, "b"), open("c", ONE))),
                        List.of(call(LOOK_UP, "a", "x")))
                .with(Faults.oneOf(EventKind.HOLD));
    }

    static World dyingLoader() {
        return World.of(
                        "a client dies after the BITOP of a load",
                        List.of(open("a", ONE), expire("a", 100)),
                        List.of(Role.of("loader", call(LOAD, "a", "x", "y"))),
                        List.of(call(LOOK_UP, "a", "x")))
                .with(Faults.oneOf(EventKind.DIE));
    }

    static World lateLoad() {
        return World.of(
                        "the BITOP of a load arrives when the filter was given an expiry",
                        List.of(open("a", ONE), open("b", ONE)),
                        List.of(Role.of("loader", call(LOAD, "a", "x", "y")), Role.of("owner", expire("b", 100))),
                        List.of(call(LOOK_UP, "a", "x")))
                .with(Faults.oneOf(EventKind.HOLD));
    }

    /** Nobody uses the filter between the arrival of the command and the instant that it names. */
    static World lateExpiry() {
        return World.of(
                        "an expiry of a partition arrives when another client has removed it, and ends the partition",
                        List.of(open("a", ONE), open("b", ONE), call(ADD, "a", "x")),
                        List.of(Role.of("owner", expire("a", 100), call(PERSIST, "b"))),
                        List.of(pass(5_000), call(LOOK_UP, "b", "x"), call(ADD, "a", "x")))
                .with(Faults.oneOf(EventKind.HOLD));
    }

    /** It dies before it reads that the register tells of the other change. */
    static World dyingOwner() {
        return World.of(
                        "a client that removes an expiry dies when another one has set an earlier one",
                        List.of(open("a", ONE), open("b", ONE), expire("a", 100_000)),
                        List.of(Role.of("patient", call(PERSIST, "a")), Role.of("hasty", expire("b", 100))),
                        List.of())
                .with(Faults.oneOf(EventKind.DIE));
    }
}
