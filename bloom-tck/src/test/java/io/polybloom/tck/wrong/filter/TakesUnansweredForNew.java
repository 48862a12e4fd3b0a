package io.polybloom.tck.wrong.filter;

import io.polybloom.BloomFilter;
import io.polybloom.ElementOutcome;
import io.polybloom.PartialBulkException;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.backend.Change;
import java.util.Collection;

/** Finishes a bulk add that failed half-way: unknown elements are reported as new. */
@Breaks({
    Rule.ACCEPTS_ITS_CAPACITY,
    Rule.ACCEPTS_A_SMALL_CAPACITY,
    Rule.FULL_IS_READ_ONLY,
    Rule.SEAL_IN_THE_REPLY,
    Rule.WATCHING_IS_CHEAP,
    Rule.SERVER_ERRORS,
    Rule.LOST_PARTITION,
    Rule.FOREIGN_PARTITION,
    Rule.UNREACHABLE,
    Rule.BULK_TELLS_THE_TRUTH,
    Rule.WRITES_ARE_SENT_ONCE,
    Rule.PARAMETERS_VOUCH,
    Rule.ERRORS_WITHOUT_TRAILER
})
public final class TakesUnansweredForNew<T> extends Change<BloomFilter<T>> {

    public TakesUnansweredForNew(BloomFilter<T> right) {
        super(right);
    }

    public boolean[] addAll(Collection<? extends T> elements) {
        try {
            return right.addAll(elements);
        } catch (PartialBulkException swallowed) {
            boolean[] answers = new boolean[elements.size()];
            for (int i = 0; i < answers.length; i++) {
                answers[i] = swallowed.outcomes().get(i) != ElementOutcome.PRESENT;
            }
            return answers;
        }
    }
}
