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

/** The answers that calls have given for one element. */
final class ElementAnswers {

    private ElementAnswers() {}

    /** Returns the answer of a call for the element at an index of its operation; null if it has given none. */
    static @Nullable Kind of(Call call, int index) {
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
