package io.polybloom.tck.wrong.filter;

import io.polybloom.BloomFilter;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;

/** Answers false to the calls that have waited together if their command has failed. */
@Breaks(Rule.OWN_ERROR_AT_ONCE)
public final class KeepsTheErrorFromThoseWhoWait<T> extends JoinsCalls<T> {

    public KeepsTheErrorFromThoseWhoWait(BloomFilter<T> right) {
        super(right);
    }

    @Override
    boolean failed(RuntimeException reason) {
        return false;
    }
}
