package io.polybloom.tck.wrong.filter;

import io.polybloom.BloomFilter;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;

/** Gives all calls that have waited together the answer of the first. */
@Breaks(Rule.OWN_ANSWER_AT_ONCE)
public final class HandsOutTheFirstAnswer<T> extends JoinsCalls<T> {

    public HandsOutTheFirstAnswer(BloomFilter<T> right) {
        super(right);
    }

    @Override
    boolean answer(boolean[] answers, int index) {
        return answers[0];
    }
}
