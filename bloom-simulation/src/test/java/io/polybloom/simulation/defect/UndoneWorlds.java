package io.polybloom.simulation.defect;

import static io.polybloom.simulation.actor.Operation.call;
import static io.polybloom.simulation.actor.Operation.open;
import static io.polybloom.simulation.actor.OperationKind.ADD;
import static io.polybloom.simulation.actor.OperationKind.CLEAR;
import static io.polybloom.simulation.actor.OperationKind.LOOK_UP;

import io.polybloom.FilterSpec;
import io.polybloom.OverCapacity;
import io.polybloom.simulation.Specs;
import io.polybloom.simulation.schedule.EventKind;
import io.polybloom.simulation.world.Faults;
import io.polybloom.simulation.world.Role;
import io.polybloom.simulation.world.World;
import java.util.List;

/** Defects around a failover that undoes what an object has seen. */
final class UndoneWorlds {

    /** As many writes as a clear and the adds behind it. */
    private static final int LAG = 12;

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
}
