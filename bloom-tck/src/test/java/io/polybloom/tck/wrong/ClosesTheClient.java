package io.polybloom.tck.wrong;

import io.polybloom.BloomFilter;

/** Closes the user's client when a filter is deleted. */
final class ClosesTheClient<T> extends ChangedFilter<T> {

    private final Runnable close;

    ClosesTheClient(BloomFilter<T> right, Runnable close) {
        super(right);
        this.close = close;
    }

    @Override
    public void delete() {
        super.delete();
        close.run();
    }
}
