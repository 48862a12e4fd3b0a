package io.polybloom.tck.wrong.filter;

import com.google.common.hash.Funnel;
import io.polybloom.BloomFilter;
import io.polybloom.BloomFilters;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.backend.Change;

/** Opens a filter once more, by its name, when it is made: the caller's options are lost. */
@Breaks({
    Rule.LOST_CONFIG_IS_NOTICED,
    Rule.OVERFULL_IS_TOLD,
    Rule.KNOWN_IS_SILENT,
    Rule.KNOWN_FOR_ITS_TIME,
    Rule.BITS_OF_OTHER_SYSTEMS,
    Rule.PARAMETERS_OF_OTHER_SYSTEMS,
    Rule.PARAMETERS_VOUCH,
    Rule.SERVERS_OF_OTHER_SYSTEMS,
    Rule.ERRORS_WITHOUT_TRAILER,
    Rule.LIFE_OF_OTHER_SYSTEMS
})
public final class LosesTheListener extends Change<BloomFilters> {

    public LosesTheListener(BloomFilters right) {
        super(right);
    }

    public <T> BloomFilter<T> open(FilterSpec spec, Funnel<? super T> funnel, FilterOptions options) {
        right.open(spec, funnel, options);
        return right.openExisting(spec.name(), funnel);
    }

    public <T> BloomFilter<T> openExisting(String name, Funnel<? super T> funnel, FilterOptions options) {
        return right.openExisting(name, funnel, options);
    }
}
