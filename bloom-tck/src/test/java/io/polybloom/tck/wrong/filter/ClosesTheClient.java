package io.polybloom.tck.wrong.filter;

import io.polybloom.BloomFilter;

/** Closes the user's client when a filter is deleted. */
public final class ClosesTheClient<T> extends ChangedFilter<T> {

    private final Runnable close;

    public ClosesTheClient(BloomFilter<T> right, Runnable close) {
        super(right);
        this.close = close;
    }

    @Override
    public void delete() {
        super.delete();
        close.run();
    }
}
