package io.polybloom.tck.wrong.filter;

import io.polybloom.BloomFilter;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.backend.Change;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/** Splits a bulk add into parts of 256 elements and forgets the rest at the end. */
@Breaks({
    Rule.NO_FALSE_NEGATIVE,
    Rule.BULK_ANSWERS_IN_ORDER,
    Rule.BITS_OF_THE_REFERENCE,
    Rule.SERVER_OF_A_PARTITION,
    Rule.PARTITIONS_SPREAD
})
public final class LosesTheRemainder<T> extends Change<BloomFilter<T>> {

    private static final int PART = 256;

    public LosesTheRemainder(BloomFilter<T> right) {
        super(right);
    }

    public boolean[] addAll(Collection<? extends T> elements) {
        if (elements.size() <= PART) {
            return right.addAll(elements);
        }
        List<T> list = new ArrayList<>(elements);
        boolean[] answers = right.addAll(list.subList(0, list.size() - list.size() % PART));
        return Arrays.copyOf(answers, list.size());
    }
}
