package io.polybloom.tck.wrong.filter;

import io.polybloom.BloomFilter;

/** Answers false to the calls that have waited together if their command has failed. */
public final class KeepsTheErrorFromThoseWhoWait<T> extends JoinsCalls<T> {

    public KeepsTheErrorFromThoseWhoWait(BloomFilter<T> right) {
        super(right);
    }

    @Override
    boolean failed(RuntimeException reason) {
        return false;
    }
}
