package io.polybloom.simulation.wrong;

import static io.polybloom.simulation.judge.Violation.Kind.WRONG_ANSWER;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.simulation.explore.Exploration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class WrongEnginesTest {

    private static final int SCHEDULES = 500;

    @ParameterizedTest
    @EnumSource
    void isNoticed(Mistake mistake) {
        Exploration right = new Exploration().explore(mistake.world(), SCHEDULES);
        assertFalse(right.findings().containsKey(WRONG_ANSWER), "the world shows it without the mistake, too");
        Exploration wrong = new Exploration().explore(mistake.world().with(mistake.distortion()), SCHEDULES);
        System.out.println(wrong.summary("an engine that " + mistake));
        assertTrue(wrong.findings().containsKey(WRONG_ANSWER));
    }
}
