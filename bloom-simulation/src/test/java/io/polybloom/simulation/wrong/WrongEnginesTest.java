package io.polybloom.simulation.wrong;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.polybloom.simulation.Schedules;
import io.polybloom.simulation.explore.Exploration;
import io.polybloom.simulation.explore.Finding;
import io.polybloom.simulation.world.World;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class WrongEnginesTest {

    private static final int MOST_DEVIATIONS = 3;
    private static final int SCHEDULES = 20_000;

    /**
     * The fewest schedules, for each number of deviations, in which the world keeps its promises without the mistake;
     * also the number of random schedules.
     */
    private static final int FEWEST = 500;

    /** The most; a mistake that shows late needs no more of a world that other tests follow, too. */
    private static final int MOST = Schedules.ARE_MANY ? SCHEDULES : 2_000;

    static Stream<Mistake> mistakes() {
        return Arrays.stream(Mistake.values()).filter(mistake -> Schedules.isWanted(mistake.name()));
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void isNoticed(Mistake mistake) {
        World wrongWorld = mistake.world().with(mistake.distortion());
        Exploration wrong = new Exploration();
        Exploration right = new Exploration();
        for (int deviations = 0; wrong.findings().isEmpty() && deviations <= MOST_DEVIATIONS; deviations++) {
            long before = wrong.schedules();
            wrong.search(wrongWorld, deviations, SCHEDULES);
            // The same schedules, in the number that the search has followed with that number of deviations.
            long followed = wrong.schedules() - before;
            right.exhaust(mistake.world(), deviations, (int) Math.min(MOST, Math.max(FEWEST, followed)));
        }
        if (wrong.findings().isEmpty()) {
            // Some mistakes show only in turns of certain lengths, which random schedules have now and then.
            wrong.sample(wrongWorld, 1, FEWEST);
            right.sample(mistake.world(), 1, FEWEST);
        }
        System.out.println(wrong.summary("an engine that " + mistake));
        assertFalse(wrong.findings().isEmpty());
        if (Schedules.areNamed()) {
            System.out.println(Finding.journals(wrong.findings().values()));
        }
        assertEquals(Map.of(), right.findings(), "the world breaks a promise without the mistake, too");
    }
}
