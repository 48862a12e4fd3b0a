package io.polybloom.simulation.judge;

import static org.junit.jupiter.api.Assertions.assertFalse;

import io.polybloom.simulation.judge.ModelStep.Kind;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Histories whose steps have more orders than the model may try; it throws an exception if it tries too many. */
class ElementModelTest {

    private static final int MANY = 24;
    private static final int ANY_TIME = Integer.MAX_VALUE;

    /** One object, and two answers that nothing explains. */
    private static List<ModelStep> unexplained() {
        return new ArrayList<>(List.of(
                new ModelStep(Kind.SEEN, 0, 1, 2, false),
                new ModelStep(Kind.UNSEEN, 0, 200, 201, false),
                new ModelStep(Kind.SEEN, 0, 200, 201, false),
                new ModelStep(Kind.UNSEEN, 0, 202, 203, false),
                new ModelStep(Kind.SEEN, 0, 202, 203, false),
                new ModelStep(Kind.NEW, 0, 300, 301, false),
                new ModelStep(Kind.NEW, 0, 302, 303, false)));
    }

    /** An add that finds the element need not have happened. */
    @Test
    void takesNoStepWithoutAnEffect() {
        List<ModelStep> steps = unexplained();
        for (int i = 0; i < MANY; i++) {
            steps.add(new ModelStep(Kind.SET, 0, 0, 100 + i, true));
        }
        assertFalse(ElementModel.explains(steps));
    }

    /** Of adds and clears without an answer, which may take turns, the first one is as good as any. */
    @Test
    void takesTheFirstOfSeveralTwins() {
        List<ModelStep> steps = unexplained();
        for (int i = 0; i < MANY / 2; i++) {
            steps.add(new ModelStep(Kind.SET, 0, 0, ANY_TIME, true));
            steps.add(new ModelStep(Kind.CLEAR, -1, 0, ANY_TIME, true));
        }
        steps.add(new ModelStep(Kind.GONE, 1, 400, 401, false));
        steps.add(new ModelStep(Kind.UNSEEN, 0, 400, 401, false));
        steps.add(new ModelStep(Kind.END, 0, 402, 403, false));
        steps.add(new ModelStep(Kind.SEEN, 0, 404, 405, false));
        assertFalse(ElementModel.explains(steps));
    }
}
