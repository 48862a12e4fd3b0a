package io.polybloom.tck.wrong.filter;

import io.polybloom.BloomFilter;

/** Takes back no expiry. */
public final class KeepsTheExpiry<T> extends ChangedFilter<T> {

    public KeepsTheExpiry(BloomFilter<T> right) {
        super(right);
    }

    @Override
    public void persist() {
        stats();
    }
}
