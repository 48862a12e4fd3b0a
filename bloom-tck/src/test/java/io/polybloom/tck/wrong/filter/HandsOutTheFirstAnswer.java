package io.polybloom.tck.wrong.filter;

import io.polybloom.BloomFilter;

/** Gives all calls that have waited together the answer of the first. */
public final class HandsOutTheFirstAnswer<T> extends JoinsCalls<T> {

    public HandsOutTheFirstAnswer(BloomFilter<T> right) {
        super(right);
    }

    @Override
    boolean answer(boolean[] answers, int index) {
        return answers[0];
    }
}
