package io.polybloom.tck.wrong.filter;

import com.google.common.hash.Funnel;
import io.polybloom.BloomFilter;
import io.polybloom.BloomFilters;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.SpecMismatchException;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.backend.Change;

/** Opens a filter of other parameters without a word. */
@Breaks({Rule.OTHER_PARAMETERS_REFUSED, Rule.CLIENT_STAYS_OPEN, Rule.PARAMETERS_OF_OTHER_SYSTEMS})
public final class OpensWhatItFinds extends Change<BloomFilters> {

    public OpensWhatItFinds(BloomFilters right) {
        super(right);
    }

    public <T> BloomFilter<T> open(FilterSpec spec, Funnel<? super T> funnel, FilterOptions options) {
        try {
            return right.open(spec, funnel, options);
        } catch (SpecMismatchException hidden) {
            return right.openExisting(spec.name(), funnel, options);
        }
    }
}
