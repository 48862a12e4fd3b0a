package io.polybloom.tck.wrong.later;

import com.google.common.hash.Funnel;
import io.polybloom.BloomFilter;
import io.polybloom.Claims;
import io.polybloom.FilterDescription;
import io.polybloom.FilterStats;
import io.polybloom.tck.backend.Answer;
import io.polybloom.tck.backend.NonBlockingFilters.NonBlockingClaims;
import io.polybloom.tck.backend.NonBlockingFilters.NonBlockingFilter;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.function.LongConsumer;

/** One filter of {@link LaterFilters}. */
class LaterFilter<T> implements NonBlockingFilter<T> {

    final LaterFilters filters;
    final Funnel<? super T> funnel;
    private final BloomFilter<T> right;

    LaterFilter(LaterFilters filters, BloomFilter<T> right, Funnel<? super T> funnel) {
        this.filters = filters;
        this.right = right;
        this.funnel = funnel;
    }

    @Override
    public FilterDescription description() {
        return right.description();
    }

    @Override
    public Answer<Boolean> add(T element) {
        return filters.later(() -> right.add(element));
    }

    @Override
    public Answer<boolean[]> addAll(Collection<? extends T> elements) {
        Collection<? extends T> bulk = filters.bulk(elements, funnel);
        return filters.later(() -> right.addAll(bulk));
    }

    @Override
    public Answer<Long> load(Iterable<? extends T> elements, LongConsumer progress) {
        Iterable<? extends T> source =
                elements instanceof Collection<? extends T> collection ? filters.bulk(collection, funnel) : elements;
        return filters.later(() -> right.load(source, progress));
    }

    @Override
    public Answer<Boolean> mightContain(T element) {
        return filters.later(() -> right.mightContain(element));
    }

    @Override
    public Answer<boolean[]> mightContainAll(Collection<? extends T> elements) {
        Collection<? extends T> bulk = filters.bulk(elements, funnel);
        return filters.later(() -> right.mightContainAll(bulk));
    }

    @Override
    public NonBlockingClaims<T> claims(String writer) {
        Claims<T> claims = right.claims(writer);
        return new NonBlockingClaims<>() {
            @Override
            public Answer<boolean[]> addAll(long firstDelivery, List<? extends T> elements) {
                List<? extends T> bulk = List.copyOf(filters.bulk(elements, funnel));
                return filters.later(() -> claims.addAll(firstDelivery, bulk));
            }

            @Override
            public Answer<Boolean> add(long delivery, T element) {
                return filters.later(() -> claims.add(delivery, element));
            }

            @Override
            public Answer<Void> settle(long upTo) {
                return filters.nothing(() -> claims.settle(upTo));
            }

            @Override
            public Answer<Long> unsettled() {
                return filters.later(claims::unsettled);
            }
        };
    }

    @Override
    public Answer<FilterStats> stats() {
        return filters.later(right::stats);
    }

    @Override
    public Answer<Void> clear() {
        return filters.nothing(right::clear);
    }

    @Override
    public Answer<Void> expire(Duration timeToLive) {
        return filters.nothing(() -> right.expire(timeToLive));
    }

    @Override
    public Answer<Void> expireAt(Instant instant) {
        return filters.nothing(() -> right.expireAt(instant));
    }

    @Override
    public Answer<Void> persist() {
        return filters.nothing(right::persist);
    }

    @Override
    public Answer<Void> delete() {
        return filters.nothing(right::delete);
    }
}
