package io.polybloom.simulation.act;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.simulation.schedule.ExhaustiveChoices;
import io.polybloom.simulation.world.Run;
import io.polybloom.simulation.world.World;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is left out of an exhaustive exploration leads to no other outcome. */
class EquivalentSchedulesTest {

    /** One world in this number is explored. */
    private static final int PART = Integer.getInteger("simulation.part", 40_000);

    private static final int DEVIATIONS = Integer.getInteger("simulation.deviations", 1);

    /** How a world was explored. */
    private record Explored(int schedules, Set<List<String>> outcomes) {

        static Explored by(World world, ExhaustiveChoices choices) {
            Set<List<String>> outcomes = new HashSet<>();
            int schedules = 0;
            do {
                outcomes.add(Run.of(world, choices, state -> {}, false).outcome());
                schedules++;
            } while (choices.next());
            return new Explored(schedules, outcomes);
        }
    }

    @ParameterizedTest
    @EnumSource
    void haveTheOutcomesOfOthers(Trouble trouble) {
        int schedules = 0;
        int left = 0;
        for (Combination combination : CombinationsTest.all()
                .filter(each -> CombinationsTest.isInPart(each, trouble, PART))
                .toList()) {
            World world = combination.world(trouble.faults());
            Explored all = Explored.by(world, ExhaustiveChoices.ofAll(DEVIATIONS));
            Explored some = Explored.by(world, new ExhaustiveChoices(DEVIATIONS));
            assertEquals(all.outcomes(), some.outcomes(), () -> trouble + ": " + combination);
            schedules += all.schedules();
            left += some.schedules();
        }
        System.out.println("%s: %d of %d schedules have all outcomes".formatted(trouble, left, schedules));
        assertTrue(trouble != Trouble.ANY || left < schedules, "nothing is left out");
    }
}
