package io.polybloom.simulation.act;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.simulation.schedule.ExhaustiveChoices;
import io.polybloom.simulation.world.Run;
import io.polybloom.simulation.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is left out of an exhaustive exploration leads to no other outcome. */
class EquivalentSchedulesTest {

    /** One world in this number is explored. */
    private static final int PART = Integer.getInteger("simulation.part", 40_000);

    private static final int DEVIATIONS = Integer.getInteger("simulation.deviations", 1);

    /** Runs a world along all schedules; returns the outcome of each. */
    private static List<List<String>> outcomes(World world, ExhaustiveChoices choices) {
        List<List<String>> outcomes = new ArrayList<>();
        Run run = Run.along(world, false);
        do {
            run.follow(choices, state -> {});
            outcomes.add(run.outcome());
        } while (choices.next());
        return outcomes;
    }

    /** The same, each time from the beginning of the world to the end of its last call. */
    private static List<List<String>> outcomesFromTheBeginning(World world, ExhaustiveChoices choices) {
        List<List<String>> outcomes = new ArrayList<>();
        do {
            outcomes.add(Run.of(world, choices, state -> {}, false).outcome());
        } while (choices.next());
        return outcomes;
    }

    private static List<Combination> worlds(Trouble trouble) {
        return CombinationsTest.all()
                .filter(each -> CombinationsTest.isInPart(each, trouble, PART))
                .toList();
    }

    /** A run that is brought back, and spared the last calls, ends as one from the beginning does. */
    @ParameterizedTest
    @EnumSource
    void areFollowedFromAnyPoint(Trouble trouble) {
        for (Combination combination : worlds(trouble)) {
            World world = combination.world(trouble.faults());
            assertEquals(
                    outcomesFromTheBeginning(world, new ExhaustiveChoices(DEVIATIONS)),
                    outcomes(world, new ExhaustiveChoices(DEVIATIONS)),
                    () -> trouble + ": " + combination);
        }
    }

    @ParameterizedTest
    @EnumSource
    void haveTheOutcomesOfOthers(Trouble trouble) {
        int schedules = 0;
        int left = 0;
        for (Combination combination : worlds(trouble)) {
            World world = combination.world(trouble.faults());
            List<List<String>> all = outcomes(world, ExhaustiveChoices.ofAll(DEVIATIONS));
            List<List<String>> some = outcomes(world, new ExhaustiveChoices(DEVIATIONS));
            assertEquals(Set.copyOf(all), Set.copyOf(some), () -> trouble + ": " + combination);
            schedules += all.size();
            left += some.size();
        }
        System.out.println("%s: %d of %d schedules have all outcomes".formatted(trouble, left, schedules));
        assertTrue(trouble != Trouble.ANY || left < schedules, "nothing is left out");
    }
}
