package io.polybloom.tck.wrong.later;

import com.google.common.hash.Funnel;
import io.polybloom.RemovableBloomFilter;
import io.polybloom.tck.backend.Answer;
import io.polybloom.tck.backend.NonBlockingFilters.NonBlockingRemovableFilter;
import java.util.Collection;

/** One filter of {@link LaterFilters} whose elements can be removed. */
final class LaterRemovableFilter<T> extends LaterFilter<T> implements NonBlockingRemovableFilter<T> {

    private final RemovableBloomFilter<T> right;

    LaterRemovableFilter(LaterFilters filters, RemovableBloomFilter<T> right, Funnel<? super T> funnel) {
        super(filters, right, funnel);
        this.right = right;
    }

    @Override
    public Answer<Boolean> remove(T element) {
        return filters.later(() -> right.remove(element));
    }

    @Override
    public Answer<boolean[]> removeAll(Collection<? extends T> elements) {
        Collection<? extends T> bulk = filters.bulk(elements, funnel);
        return filters.later(() -> right.removeAll(bulk));
    }
}
