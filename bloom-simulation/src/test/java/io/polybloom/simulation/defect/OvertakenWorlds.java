package io.polybloom.simulation.defect;

import static io.polybloom.simulation.actor.Operation.call;
import static io.polybloom.simulation.actor.Operation.open;
import static io.polybloom.simulation.actor.OperationKind.ADD;
import static io.polybloom.simulation.actor.OperationKind.ADD_ALL;
import static io.polybloom.simulation.actor.OperationKind.CLEAR;

import io.polybloom.FilterSpec;
import io.polybloom.FilterSpecBuilder;
import io.polybloom.layout.Layouts;
import io.polybloom.simulation.Specs;
import io.polybloom.simulation.actor.Operation;
import io.polybloom.simulation.world.Role;
import io.polybloom.simulation.world.World;
import java.util.List;
import java.util.function.Supplier;

/** Defects of adds to filters of the server that a clear overtakes: the items are answered, and the trailer is gone. */
final class OvertakenWorlds {

    private OvertakenWorlds() {}

    /** 35: another client has found the item, and was told so. */
    static World add() {
        return beside("a clear overtakes an add", () -> Specs.small("clicks", 1), call(ADD, "a", "y"));
    }

    /** 35: the same with a call for several elements. */
    static World addAll() {
        return beside("a clear overtakes an addAll", () -> Specs.small("clicks", 1), call(ADD_ALL, "a", "y", "z"));
    }

    private static World beside(String name, Supplier<FilterSpecBuilder> builder, Operation add) {
        return Specs.inLayout(Layouts.SERVER, () -> {
                    FilterSpec spec = builder.get().build();
                    return List.of(World.of(
                            name + " on a filter of the server",
                            List.of(open("a", spec), open("b", spec), call(ADD, "a", "x")),
                            List.of(Role.of("adder", add), Role.of("finder", call(ADD, "b", "y"), call(CLEAR, "b"))),
                            Specs.audit(spec, List.of("a", "b"), "y")));
                })
                .get(0);
    }
}
