package io.polybloom.tck.wrong.filter;

import io.polybloom.BloomFilter;
import io.polybloom.ElementOutcome;
import io.polybloom.PartialBulkException;
import java.util.Collection;

/** Finishes a bulk add that failed half-way: what is unknown is called new. */
public final class TakesUnansweredForNew<T> extends ChangedFilter<T> {

    public TakesUnansweredForNew(BloomFilter<T> right) {
        super(right);
    }

    @Override
    public boolean[] addAll(Collection<? extends T> elements) {
        try {
            return super.addAll(elements);
        } catch (PartialBulkException swallowed) {
            boolean[] answers = new boolean[elements.size()];
            for (int i = 0; i < answers.length; i++) {
                answers[i] = swallowed.outcomes().get(i) != ElementOutcome.PRESENT;
            }
            return answers;
        }
    }
}
