package io.polybloom.tck.wrong.filter;

import com.google.common.hash.Funnel;
import io.polybloom.BloomFilter;
import io.polybloom.BloomFilters;
import io.polybloom.FilterSpec;

/** Creates a filter, and hands out what it then finds under the name: all that is stored, and nothing that is not. */
public final class LosesTheListener extends ChangedFilters {

    public LosesTheListener(BloomFilters right) {
        super(right);
    }

    @Override
    public <T> BloomFilter<T> open(FilterSpec spec, Funnel<? super T> funnel) {
        super.open(spec, funnel);
        return super.openExisting(spec.name(), funnel);
    }
}
