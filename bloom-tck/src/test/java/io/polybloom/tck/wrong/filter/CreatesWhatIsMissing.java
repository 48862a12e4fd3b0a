package io.polybloom.tck.wrong.filter;

import com.google.common.hash.Funnel;
import io.polybloom.BloomFilter;
import io.polybloom.BloomFilters;
import io.polybloom.FilterGoneException;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.backend.Change;

/** Creates a filter that was to be opened only if it exists. */
@Breaks(Rule.ADOPTED)
public final class CreatesWhatIsMissing extends Change<BloomFilters> {

    public CreatesWhatIsMissing(BloomFilters right) {
        super(right);
    }

    public <T> BloomFilter<T> openExisting(String name, Funnel<? super T> funnel, FilterOptions options) {
        try {
            return right.openExisting(name, funnel, options);
        } catch (FilterGoneException hidden) {
            return right.open(FilterSpec.named(name).capacity(1000).build(), funnel, options);
        }
    }
}
