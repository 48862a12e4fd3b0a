package io.polybloom.simulation.judge;

import io.polybloom.simulation.actor.Authors;
import io.polybloom.simulation.actor.Call;
import io.polybloom.simulation.schedule.EventKind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Judges a history. */
public final class Judge {

    private Judge() {}

    /** Returns the promises that the calls of a run have broken; empty if all is well. */
    public static List<Violation> judge(History history, Authors authors) {
        List<Violation> violations = new ArrayList<>();
        ExceptionRules rules = new ExceptionRules(history);
        OvertakenExpiries overtaken = new OvertakenExpiries(authors, history);
        for (Call call : history.calls()) {
            if (call.end() == Call.NOT_ENDED) {
                violations.add(new Violation(Violation.Kind.UNANSWERED, call.toString(), null));
            } else if (!rules.explain(call)) {
                violations.add(
                        new Violation(Violation.Kind.UNEXPLAINED_EXCEPTION, call.toString(), excuse(call, overtaken)));
            }
            if (rules.usesWhatIsGone(call)) {
                violations.add(new Violation(Violation.Kind.USED_WHEN_GONE, call.toString(), null));
            }
        }
        for (String filter : history.filters()) {
            for (String element : history.elements()) {
                if (!ElementModel.explains(ElementSteps.of(history, authors, filter, element, false))) {
                    violations.add(new Violation(
                            Violation.Kind.WRONG_ANSWER,
                            "no order of the calls explains the answers about '" + element + "' in " + filter,
                            excuse(history, authors, filter, element)));
                }
            }
        }
        return violations;
    }

    /** A partition was lost; nothing else, above all no wrong answer, is excused. */
    private static @Nullable Excuse excuse(Call call, OvertakenExpiries overtaken) {
        String cause = ExceptionRules.isLoss(call) ? overtaken.causeOfLoss(call) : null;
        return cause == null ? null : new Excuse(Allowance.EXPIRY_OVERTAKEN, cause);
    }

    private static @Nullable Excuse excuse(History history, Authors authors, String filter, String element) {
        if (history.hasLostAPair(filter)) {
            return new Excuse(Allowance.REGISTER_AND_COPY_LOST, "a key of " + filter + " was lost, and its copy");
        }
        boolean isLostByAFailover = history.has(EventKind.FAIL_OVER)
                && ElementModel.explains(ElementSteps.of(history, authors, filter, element, true));
        return isLostByAFailover
                ? new Excuse(Allowance.WRITES_LOST_IN_A_FAILOVER, "a failover has lost writes to " + filter)
                : null;
    }
}
