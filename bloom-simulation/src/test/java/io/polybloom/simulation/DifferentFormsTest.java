package io.polybloom.simulation;

import static io.polybloom.simulation.actor.Operation.call;
import static io.polybloom.simulation.actor.Operation.open;
import static io.polybloom.simulation.actor.OperationKind.ADD_ALL;
import static io.polybloom.simulation.actor.OperationKind.LOOK_UP_ALL;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BulkTransfer;
import io.polybloom.FilterOptions;
import io.polybloom.simulation.explore.Exploration;
import io.polybloom.simulation.world.Role;
import io.polybloom.simulation.world.World;
import io.polybloom.step.WholePartitions;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Clients that have learned different things about their wires, and so exchange the same partition in different forms:
 * the form is never a matter of correctness.
 */
class DifferentFormsTest {

    @ParameterizedTest
    @CsvSource({"BITS, BITS", "BITS, PARTITIONS", "PARTITIONS, BITS", "PARTITIONS, PARTITIONS"})
    void exactlyOneOfTwoBulkAddsIsNewAndEveryElementIsFound(BulkTransfer first, BulkTransfer second) {
        World world = World.of(
                        "two bulk adds, " + first + " and " + second,
                        List.of(
                                open(
                                        "a",
                                        Specs.plain(1),
                                        FilterOptions.defaults().bulkTransfer(first)),
                                open(
                                        "b",
                                        Specs.plain(1),
                                        FilterOptions.defaults().bulkTransfer(second))),
                        List.of(
                                Role.of("first", call(ADD_ALL, "a", "x", "y"), call(LOOK_UP_ALL, "a", "y", "z")),
                                Role.of("second", call(ADD_ALL, "b", "y", "z"), call(LOOK_UP_ALL, "b", "x", "y"))),
                        Specs.audit(Specs.plain(1), List.of("a", "b"), "x", "y", "z"))
                .taking(WholePartitions.WHERE_CHEAPER);
        Exploration exploration = new Exploration();
        for (int deviations = 0; deviations <= 2; deviations++) {
            assertTrue(exploration.exhaust(world, deviations, 5_000));
        }
        System.out.println(exploration.summary(world.name()));
        assertTrue(exploration.findings().isEmpty());
    }
}
