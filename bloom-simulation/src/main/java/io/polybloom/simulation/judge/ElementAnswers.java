package io.polybloom.simulation.judge;

import io.polybloom.BackendException;
import io.polybloom.ElementOutcome;
import io.polybloom.OverCapacityException;
import io.polybloom.PartialBulkException;
import io.polybloom.simulation.actor.Call;
import io.polybloom.simulation.actor.OperationKind;
import io.polybloom.simulation.judge.ModelStep.Kind;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The answers that the calls of a history have given for one element of one filter.
 *
 * @param forgets whether the filter forgets after a time
 */
record ElementAnswers(History history, String filter, String element, boolean forgets) {

    /** Returns the answer of a call for the element at an index of its operation; null if it has given none. */
    @Nullable
    Kind of(Call call, int index) {
        Kind answer = told(call, index);
        return answer == Kind.NEW && forgets && isToldAtTheSameTime(call) ? Kind.SET : answer;
    }

    /** While a slice begins, two clients that add an element at the same time may both be told that it is new. */
    private boolean isToldAtTheSameTime(Call call) {
        for (Call other : history.calls()) {
            boolean isEarlier = other != call
                    && other.filter().equals(filter)
                    && other.operation().kind().adds()
                    && other.end() >= call.begin()
                    && (other.begin() < call.begin() || other.begin() == call.begin() && other.end() < call.end());
            for (int i = 0; isEarlier && i < other.operation().elements().size(); i++) {
                if (other.operation().elements().get(i).equals(element) && told(other, i) == Kind.NEW) {
                    return true;
                }
            }
        }
        return false;
    }

    private static @Nullable Kind told(Call call, int index) {
        boolean adds = call.operation().kind().adds();
        if (call.failure() instanceof PartialBulkException partial) {
            ElementOutcome outcome = partial.outcomes().get(index);
            return outcome == ElementOutcome.NEW ? Kind.NEW : outcome == ElementOutcome.PRESENT ? Kind.SEEN : null;
        }
        if (!call.succeeded()) {
            return null;
        }
        if (call.operation().kind() == OperationKind.LOAD) {
            return Kind.SET;
        }
        Object value = Objects.requireNonNull(call.value());
        boolean isYes = value instanceof boolean[] answers ? answers[index] : (Boolean) value;
        return adds ? isYes ? Kind.NEW : Kind.SEEN : isYes ? Kind.SEEN : Kind.UNSEEN;
    }

    /** An add that says that nothing was applied is taken at its word, but a load may have brought a part before. */
    static boolean mayHaveAdded(Call call) {
        boolean deniesIt = call.failure() instanceof BackendException refused && !refused.mayHaveBeenApplied()
                || call.failure() instanceof OverCapacityException;
        OperationKind kind = call.operation().kind();
        return kind == OperationKind.LOAD || kind.adds() && !deniesIt;
    }
}
