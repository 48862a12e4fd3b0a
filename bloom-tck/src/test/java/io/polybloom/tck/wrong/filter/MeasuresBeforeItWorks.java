package io.polybloom.tck.wrong.filter;

import io.polybloom.BloomFilter;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.backend.Change;
import java.util.Collection;

/** Looks at the filter before every bulk operation, even before one that has nothing to do. */
@Breaks({Rule.EMPTY_BATCH_IS_FREE, Rule.WRITES_ARE_SENT_ONCE, Rule.KNOWN_IS_SILENT, Rule.KNOWN_FOR_ITS_TIME})
public final class MeasuresBeforeItWorks<T> extends Change<BloomFilter<T>> {

    public MeasuresBeforeItWorks(BloomFilter<T> right) {
        super(right);
    }

    public boolean[] addAll(Collection<? extends T> elements) {
        right.stats();
        return right.addAll(elements);
    }

    public boolean[] mightContainAll(Collection<? extends T> elements) {
        right.stats();
        return right.mightContainAll(elements);
    }
}
