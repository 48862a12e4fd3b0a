package io.polybloom.simulation.allowed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.polybloom.simulation.Schedules;
import io.polybloom.simulation.explore.Exploration;
import io.polybloom.simulation.explore.Finding;
import io.polybloom.simulation.judge.Allowance;
import io.polybloom.simulation.world.World;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class AllowancesTest {

    /** The page of the format promises that there are no more. */
    private static final int MOST_ALLOWANCES = 5;

    private static final Set<Allowance> NOTHING_ELSE = Set.of();

    /** All schedules with as many deviations are followed. */
    private static final int USUAL_DEVIATIONS = 2;

    /** If none of these shows anything, as many. */
    private static final int MOST_DEVIATIONS = 3;

    private static final int MOST_SCHEDULES = 5_000;

    static List<Arguments> worlds() {
        return all().stream()
                .filter(row -> Schedules.isWanted(row.get()[0].toString()))
                .toList();
    }

    private static List<Arguments> all() {
        return List.of(
                arguments(Allowance.WRITES_LOST_IN_A_FAILOVER, AllowanceWorlds.failover(), NOTHING_ELSE),
                arguments(Allowance.WRITES_LOST_IN_A_FAILOVER, AllowanceWorlds.undoneDeletion(), NOTHING_ELSE),
                arguments(
                        Allowance.WRITES_LOST_IN_A_FAILOVER,
                        AllowanceWorlds.rebuildThatLosesItsElements(),
                        NOTHING_ELSE),
                arguments(Allowance.REGISTER_AND_COPY_LOST, AllowanceWorlds.registerAndCopyEvicted(), NOTHING_ELSE),
                arguments(Allowance.KEY_LEFT_BEHIND, AllowanceWorlds.lateAdd(), Set.of(Allowance.EXPIRY_OVERTAKEN)),
                arguments(Allowance.EXPIRY_OVERTAKEN, AllowanceWorlds.dyingLoader(), NOTHING_ELSE),
                arguments(Allowance.EXPIRY_OVERTAKEN, AllowanceWorlds.lateLoad(), NOTHING_ELSE),
                arguments(Allowance.EXPIRY_OVERTAKEN, AllowanceWorlds.lateExpiry(), NOTHING_ELSE),
                arguments(Allowance.EXPIRY_OVERTAKEN, AllowanceWorlds.dyingOwner(), NOTHING_ELSE));
    }

    /** Printed with the shortest schedule, which the page shows. */
    @ParameterizedTest
    @MethodSource("worlds")
    void isNeededAndEnough(Allowance allowance, World world, Set<Allowance> others) {
        Exploration with = explore(world);
        System.out.println(with.summary(world.name()));
        assertTrue(
                with.findings().isEmpty(),
                () -> Finding.journals(with.findings().values()));
        Set<Allowance> expected = EnumSet.of(allowance);
        expected.addAll(others);
        assertEquals(expected, with.allowed().keySet());

        Exploration without = explore(world.without(allowance));
        assertFalse(without.findings().isEmpty(), "the world does not need the allowance");
        if (Schedules.areNamed()) {
            System.out.println(Finding.journals(without.findings().values()));
        }
    }

    @Test
    void eachHasAWorldAndTheyAreFew() {
        Set<Allowance> shown = EnumSet.noneOf(Allowance.class);
        all().forEach(row -> shown.add((Allowance) row.get()[0]));
        assertEquals(EnumSet.allOf(Allowance.class), shown);
        assertTrue(shown.size() <= MOST_ALLOWANCES);
    }

    private static Exploration explore(World world) {
        Exploration exploration = new Exploration();
        for (int deviations = 0; deviations <= USUAL_DEVIATIONS; deviations++) {
            exploration.exhaust(world, deviations, MOST_SCHEDULES);
        }
        if (exploration.allowed().isEmpty() && exploration.findings().isEmpty()) {
            exploration.exhaust(world, MOST_DEVIATIONS, MOST_SCHEDULES);
        }
        return exploration;
    }
}
