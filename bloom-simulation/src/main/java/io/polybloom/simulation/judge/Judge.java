package io.polybloom.simulation.judge;

import io.polybloom.simulation.actor.Call;
import java.util.ArrayList;
import java.util.List;

/** Judges a history. */
public final class Judge {

    private Judge() {}

    /** Returns what the calls of a run have broken; empty if all is well. */
    public static List<Violation> judge(History history) {
        List<Violation> violations = new ArrayList<>();
        ExceptionRules rules = new ExceptionRules(history);
        for (Call call : history.calls()) {
            if (call.end() == Call.NOT_ENDED) {
                violations.add(new Violation(Violation.Kind.UNANSWERED, call.toString()));
            } else if (!rules.explain(call)) {
                violations.add(new Violation(Violation.Kind.UNEXPLAINED_EXCEPTION, call.toString()));
            }
        }
        for (String filter : history.filters()) {
            for (String element : history.elements()) {
                if (!ElementModel.explains(ElementSteps.of(history, filter, element))) {
                    violations.add(new Violation(
                            Violation.Kind.WRONG_ANSWER,
                            "no order of the calls explains the answers about '" + element + "' in " + filter));
                }
            }
        }
        return violations;
    }
}
