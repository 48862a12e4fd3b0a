package io.polybloom.tck.wrong.filter;

import io.polybloom.BloomFilter;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.backend.Change;

/** Does not remove the expiry of a filter. */
@Breaks(Rule.EXPIRY_IS_LIFTED)
public final class KeepsTheExpiry<T> extends Change<BloomFilter<T>> {

    public KeepsTheExpiry(BloomFilter<T> right) {
        super(right);
    }

    public void persist() {
        right.stats();
    }
}
