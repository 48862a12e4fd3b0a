package io.polybloom.tck.wrong.later;

import com.google.common.hash.Funnel;
import io.polybloom.counter.DistinctCounter;
import io.polybloom.counter.DistinctEstimate;
import io.polybloom.tck.backend.Answer;
import io.polybloom.tck.backend.NonBlockingFilters.NonBlockingCounter;
import java.time.Duration;
import java.util.Collection;

/** One counter of {@link LaterFilters}. */
record LaterCounter<T>(LaterFilters filters, DistinctCounter<T> right, Funnel<? super T> funnel)
        implements NonBlockingCounter<T> {

    @Override
    public String name() {
        return right.name();
    }

    @Override
    public Answer<Boolean> add(T element) {
        return filters.later(() -> right.add(element));
    }

    @Override
    public Answer<Boolean> addAll(Collection<? extends T> elements) {
        Collection<? extends T> bulk = filters.bulk(elements, funnel);
        return filters.later(() -> right.addAll(bulk));
    }

    @Override
    public Answer<DistinctEstimate> count() {
        return filters.later(right::count);
    }

    @Override
    public Answer<Void> mergeFrom(Collection<String> names) {
        return filters.nothing(() -> right.mergeFrom(names));
    }

    @Override
    public Answer<Void> expire(Duration timeToLive) {
        return filters.nothing(() -> right.expire(timeToLive));
    }

    @Override
    public Answer<Void> clear() {
        return filters.nothing(right::clear);
    }

    @Override
    public Answer<Void> delete() {
        return filters.nothing(right::delete);
    }
}
