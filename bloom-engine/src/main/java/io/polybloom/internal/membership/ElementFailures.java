package io.polybloom.internal.membership;

import io.polybloom.BackendException;
import io.polybloom.ElementOutcome;
import io.polybloom.PartialBulkException;
import io.polybloom.internal.capacity.FullFilter;
import io.polybloom.internal.model.CallElements;
import io.polybloom.internal.redis.Access;
import io.polybloom.step.Step;

/** Makes operations and exceptions of single elements from those of bulk operations, and the other way round. */
public final class ElementFailures {

    private ElementFailures() {}

    /** Returns the exception of a bulk operation that failed partway, as if it had been about this element only. */
    public static RuntimeException ofElement(PartialBulkException failure, int index) {
        RuntimeException reason = withoutOutcomes(failure);
        boolean isRefused = failure.outcomes().get(index) == ElementOutcome.REFUSED;
        return isRefused ? FullFilter.ofOneElement(reason) : reason;
    }

    /** Returns a bulk operation on one element as an operation on that element. */
    public static Step<Boolean> single(Step<boolean[]> bulk) {
        return bulk.translateFailure(ElementFailures::withoutOutcomes).map(answers -> answers[0]);
    }

    /** Returns the exception that takes the place of all answers of a bulk operation. */
    public static PartialBulkException afterAnswers(Access access, boolean[] answers, RuntimeException reason) {
        ElementOutcome no = access.yes() == ElementOutcome.NEW ? ElementOutcome.PRESENT : ElementOutcome.NEW;
        ElementOutcome[] outcomes = new ElementOutcome[answers.length];
        for (int i = 0; i < answers.length; i++) {
            outcomes[i] = answers[i] ? access.yes() : no;
        }
        return new PartialBulkException(outcomes, reason);
    }

    /**
     * Returns the failure of an operation as its caller gets it. A look-up can simply be repeated; a write that may
     * have happened must not be, so its failure has the known outcome of each element.
     */
    public static RuntimeException withOutcomes(Access access, CallElements elements, RuntimeException reason) {
        return access.isWrite() ? elements.partial(reason) : reason;
    }

    /** Returns the failure of an operation of which an earlier write may have been applied, which it then says. */
    static RuntimeException afterAnAppliedWrite(RuntimeException failure) {
        return failure instanceof BackendException backend && !backend.mayHaveBeenApplied()
                ? backend.afterAnAppliedWrite()
                : failure;
    }

    /** Returns the failure of a bulk operation, without the outcomes of its elements. */
    public static RuntimeException withoutOutcomes(RuntimeException failure) {
        return failure instanceof PartialBulkException partial ? partial.getCause() : failure;
    }
}
