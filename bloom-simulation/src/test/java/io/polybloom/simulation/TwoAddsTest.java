package io.polybloom.simulation;

import static io.polybloom.simulation.actor.Operation.call;
import static io.polybloom.simulation.actor.Operation.open;
import static io.polybloom.simulation.actor.OperationKind.ADD;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.FilterSpec;
import io.polybloom.simulation.explore.Exploration;
import io.polybloom.simulation.world.Role;
import io.polybloom.simulation.world.World;
import java.util.List;
import org.junit.jupiter.api.Test;

class TwoAddsTest {

    @Test
    void exactlyOneOfTwoAddsIsNew() {
        FilterSpec spec = Specs.plain(1);
        World world = World.of(
                "two adds of one element",
                List.of(open("a", spec)),
                List.of(Role.of("first", call(ADD, "a", "x")), Role.of("second", call(ADD, "a", "x"))),
                Specs.audit(spec, List.of("a"), "x"));
        Exploration exploration = new Exploration().explore(world, 1000);
        System.out.println(exploration.summary(world.name()));
        assertTrue(exploration.findings().isEmpty());
        assertTrue(exploration.isComplete());
    }
}
