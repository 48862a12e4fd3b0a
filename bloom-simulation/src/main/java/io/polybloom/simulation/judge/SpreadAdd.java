package io.polybloom.simulation.judge;

import io.polybloom.simulation.actor.Call;
import io.polybloom.simulation.judge.ModelStep.Kind;
import java.util.List;

/**
 * What an add says about an element of a filter that forgets. If no slice ends meanwhile, that is one step. Otherwise
 * it has its answer by what it finds first, and goes on in the next slice: what it has written by then may be forgotten
 * before it returns, and be brought again. Only when it has returned the element is remembered for the span.
 */
final class SpreadAdd {

    private final Ages ages;
    private final List<ModelStep> steps;

    /**
     * Prepares to write down adds.
     *
     * @param steps takes the steps
     */
    SpreadAdd(Ages ages, List<ModelStep> steps) {
        this.ages = ages;
        this.steps = steps;
    }

    /**
     * Writes down an add.
     *
     * @param answer what it has answered, as if it were one step; an optional {@link Kind#SET} if it has failed
     */
    void write(Call call, ModelStep answer) {
        List<Integer> ends = ages.endsDuring(call);
        boolean isSpread = !ends.isEmpty() || ages.isStale(call);
        if (!isSpread && !answer.optional()) {
            Kind kind = answer.kind() == Kind.SEEN ? Kind.RENEWED : answer.kind();
            steps.add(step(kind, answer, answer.begin(), false, ages.ofReturn(call), ModelStep.NOTHING));
            return;
        }
        int first = answer.optional() ? ModelStep.NOTHING : steps.size();
        steps.add(answer.aged(ages.beforeReturn(call)));
        // What comes after the last of them is not forgotten again before the return.
        for (int end : answer.optional() || ends.isEmpty() ? ends : ends.subList(0, ends.size() - 1)) {
            steps.add(step(Kind.SET, answer, end, true, ages.beforeReturn(call), first));
        }
        if (!answer.optional()) {
            steps.add(step(Kind.SET, answer, answer.begin(), false, ages.ofReturn(call), first));
        }
    }

    private static ModelStep step(Kind kind, ModelStep answer, int begin, boolean optional, Age age, int after) {
        return new ModelStep(kind, answer.object(), begin, answer.end(), optional, answer.group(), age, after);
    }
}
