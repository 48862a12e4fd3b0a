package io.polybloom.simulation.wrong;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.polybloom.simulation.explore.Exploration;
import io.polybloom.simulation.world.World;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class WrongEnginesTest {

    private static final int MOST_DEVIATIONS = 3;
    private static final int SCHEDULES = 20_000;

    @ParameterizedTest
    @EnumSource
    void isNoticed(Mistake mistake) {
        Exploration right = explore(mistake.world());
        assertEquals(Map.of(), right.findings(), "the world breaks a promise without the mistake, too");
        Exploration wrong = explore(mistake.world().with(mistake.distortion()));
        System.out.println(wrong.summary("an engine that " + mistake));
        assertFalse(wrong.findings().isEmpty());
    }

    private static Exploration explore(World world) {
        Exploration exploration = new Exploration();
        for (int deviations = 0;
                deviations <= MOST_DEVIATIONS && exploration.findings().isEmpty();
                deviations++) {
            exploration.exhaust(world, deviations, SCHEDULES);
        }
        return exploration;
    }
}
