package io.polybloom.simulation.act;

import static io.polybloom.simulation.actor.Operation.call;
import static io.polybloom.simulation.actor.Operation.open;

import io.polybloom.FilterSpec;
import io.polybloom.simulation.Specs;
import io.polybloom.simulation.actor.Operation;
import io.polybloom.simulation.actor.OperationKind;
import io.polybloom.simulation.world.Role;
import io.polybloom.simulation.world.World;
import java.util.ArrayList;
import java.util.List;

/** Makes the worlds in which several clients open a filter that does not exist, and one of them goes on to use it. */
final class CreationWorlds {

    private static final int OPENERS = 3;

    private CreationWorlds() {}

    static List<World> all(Trouble trouble) {
        List<World> worlds = new ArrayList<>();
        FilterSpec forgetting = Specs.small("clicks", 1)
                .window(Start.WINDOW.window(), Start.SLICES)
                .build();
        for (FilterSpec spec : List.of(Specs.plain(1), Specs.plain(2), Specs.growing(1), forgetting)) {
            for (Act last : List.of(Act.LOOK_UP_ALL, Act.CLEAR, Act.DELETE, Act.EXPIRE, Act.CLAIM, Act.REBUILD)) {
                if (spec.window().isEmpty() || last.isOfWindows()) {
                    worlds.add(world(spec, last, trouble));
                }
            }
        }
        return worlds;
    }

    /** The user adds an element and does something else; an element that it was told of must be found by all. */
    private static World world(FilterSpec spec, Act last, Trouble trouble) {
        List<Role> roles = new ArrayList<>();
        List<String> objects = new ArrayList<>();
        for (int i = 1; i <= OPENERS; i++) {
            objects.add("a" + i);
            roles.add(Role.of("opener" + i, open("a" + i, spec)));
        }
        objects.add("user");
        roles.add(Role.of(
                "user",
                open("user", spec),
                call(OperationKind.ADD, "user", "x"),
                last.on("user", 1, spec),
                call(OperationKind.LOOK_UP, "user", "x")));
        List<Operation> after = Specs.audit(spec, objects, "x", "y");
        String kind =
                (spec.window().isPresent() ? "forgetting" : spec.overCapacity().toString()) + " in " + spec.partitions()
                        + " partitions";
        return World.of("three openers and a user, " + last + ", " + kind, List.of(), roles, after)
                .with(trouble.faults());
    }
}
