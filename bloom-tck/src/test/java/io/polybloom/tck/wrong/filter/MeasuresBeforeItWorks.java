package io.polybloom.tck.wrong.filter;

import io.polybloom.BloomFilter;
import java.util.Collection;

/** Looks at the filter before every bulk operation, also before one that has nothing to do. */
public final class MeasuresBeforeItWorks<T> extends ChangedFilter<T> {

    public MeasuresBeforeItWorks(BloomFilter<T> right) {
        super(right);
    }

    @Override
    public boolean[] addAll(Collection<? extends T> elements) {
        stats();
        return super.addAll(elements);
    }

    @Override
    public boolean[] mightContainAll(Collection<? extends T> elements) {
        stats();
        return super.mightContainAll(elements);
    }
}
