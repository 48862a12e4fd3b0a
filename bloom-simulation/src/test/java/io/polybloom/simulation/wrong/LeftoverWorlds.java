package io.polybloom.simulation.wrong;

import static io.polybloom.simulation.actor.Operation.call;
import static io.polybloom.simulation.actor.Operation.copy;
import static io.polybloom.simulation.actor.Operation.open;
import static io.polybloom.simulation.actor.OperationKind.LOAD;

import io.polybloom.FilterSpec;
import io.polybloom.simulation.Specs;
import io.polybloom.simulation.actor.Operation;
import io.polybloom.simulation.schedule.EventKind;
import io.polybloom.simulation.world.Faults;
import io.polybloom.simulation.world.Role;
import io.polybloom.simulation.world.World;
import java.util.List;

/** Worlds in which keys would be left behind without a guard. */
final class LeftoverWorlds {

    private static final FilterSpec ONE = Specs.plain(1);
    private static final FilterSpec TWO = Specs.plain(2);

    private LeftoverWorlds() {}

    static List<Operation> loading() {
        return List.of(open("a", TWO), call(LOAD, "a", "x", "y"));
    }

    static List<Operation> copying() {
        return List.of(open("a", TWO), copy(FilterSpec.existing("clicks").build(), "copy"));
    }

    /** The last call may die at any point. */
    static World death(List<Operation> script, String whose) {
        Operation last = script.get(script.size() - 1);
        return World.of(
                        "the death " + whose,
                        script.subList(0, script.size() - 1),
                        List.of(Role.of("mortal", last)),
                        List.of())
                .with(Faults.oneOf(EventKind.DIE));
    }
}
