package io.polybloom.simulation;

import static io.polybloom.simulation.actor.Operation.call;
import static io.polybloom.simulation.actor.Operation.open;
import static io.polybloom.simulation.actor.OperationKind.ADD;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.FilterSpec;
import io.polybloom.simulation.actor.OperationKind;
import io.polybloom.simulation.explore.Exploration;
import io.polybloom.simulation.world.Role;
import io.polybloom.simulation.world.World;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TwoAddsTest {

    private static final int MOST_DEVIATIONS = 4;

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

    /** One of them meets the seal of the older layer, when the other one has already asked that layer in vain. */
    @ParameterizedTest
    @EnumSource(names = {"ADD", "ADD_ALL"})
    void exactlyOneOfTwoAddsIsNewWhileALayerIsOpened(OperationKind kind) {
        FilterSpec spec = Specs.growing(1);
        World world = World.of(
                "two adds of one element while a layer is opened",
                List.of(
                        open("a", spec),
                        open("b", spec),
                        call(OperationKind.ADD_ALL, "a", Specs.fillers(0, Specs.CAPACITY - 1))),
                List.of(
                        Role.of("first", call(kind, "a", "x")),
                        Role.of("second", call(ADD, "b", "y"), call(kind, "b", "x"))),
                Specs.audit(spec, List.of("a", "b"), "x"));
        Exploration exploration = new Exploration();
        assertTrue(exploration.exhaust(world, MOST_DEVIATIONS, 5_000));
        System.out.println(exploration.summary(world.name()));
        assertTrue(exploration.findings().isEmpty());
    }
}
