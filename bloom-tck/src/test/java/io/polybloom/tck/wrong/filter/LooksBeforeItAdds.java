package io.polybloom.tck.wrong.filter;

import io.polybloom.BloomFilter;

/** Adds in two steps: a look-up and, for what it does not find, a write. */
public final class LooksBeforeItAdds<T> extends ChangedFilter<T> {

    public LooksBeforeItAdds(BloomFilter<T> right) {
        super(right);
    }

    @Override
    public boolean add(T element) {
        if (super.mightContain(element)) {
            return false;
        }
        super.add(element);
        return true;
    }
}
