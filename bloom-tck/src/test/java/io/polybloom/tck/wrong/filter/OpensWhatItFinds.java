package io.polybloom.tck.wrong.filter;

import com.google.common.hash.Funnel;
import io.polybloom.BloomFilter;
import io.polybloom.BloomFilters;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.SpecMismatchException;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;

/** Opens a filter of other parameters without a word. */
@Breaks({Rule.OTHER_PARAMETERS_REFUSED, Rule.CLIENT_STAYS_OPEN, Rule.PARAMETERS_OF_OTHER_SYSTEMS})
public final class OpensWhatItFinds extends ChangedFilters {

    public OpensWhatItFinds(BloomFilters right) {
        super(right);
    }

    @Override
    public <T> BloomFilter<T> open(FilterSpec spec, Funnel<? super T> funnel, FilterOptions options) {
        try {
            return super.open(spec, funnel, options);
        } catch (SpecMismatchException hidden) {
            return openExisting(spec.name(), funnel, options);
        }
    }
}
