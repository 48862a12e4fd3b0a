package io.polybloom.tck.wrong.filter;

import com.google.common.hash.Funnel;
import io.polybloom.BloomFilter;
import io.polybloom.BloomFilters;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.backend.Change;
import java.nio.charset.StandardCharsets;

/** Hashes the text of an element instead of the bytes of its funnel. */
@Breaks(Rule.BITS_OF_THE_REFERENCE)
public final class HashesToString extends Change<BloomFilters> {

    public HashesToString(BloomFilters right) {
        super(right);
    }

    public <T> BloomFilter<T> open(FilterSpec spec, Funnel<? super T> funnel, FilterOptions options) {
        return right.open(spec, HashesToString.<T>text(), options);
    }

    private static <T> Funnel<T> text() {
        return (element, sink) -> sink.putString(element.toString(), StandardCharsets.UTF_8);
    }
}
