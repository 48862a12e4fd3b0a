package io.polybloom.vertx;

import static io.polybloom.vertx.WaitingBloomFilters.await;

import io.polybloom.BloomFilter;
import io.polybloom.FilterDescription;
import io.polybloom.FilterStats;
import java.time.Duration;
import java.util.Collection;

/** One filter of {@link WaitingBloomFilters}. */
record WaitingBloomFilter<T>(VertxBloomFilter<T> filter) implements BloomFilter<T> {

    @Override
    public FilterDescription description() {
        return filter.description();
    }

    @Override
    public boolean add(T element) {
        return await(filter.add(element));
    }

    @Override
    public boolean[] addAll(Collection<? extends T> elements) {
        return await(filter.addAll(elements));
    }

    @Override
    public boolean mightContain(T element) {
        return await(filter.mightContain(element));
    }

    @Override
    public boolean[] mightContainAll(Collection<? extends T> elements) {
        return await(filter.mightContainAll(elements));
    }

    @Override
    public FilterStats stats() {
        return await(filter.stats());
    }

    @Override
    public void clear() {
        await(filter.clear());
    }

    @Override
    public void expire(Duration timeToLive) {
        await(filter.expire(timeToLive));
    }

    @Override
    public void delete() {
        await(filter.delete());
    }
}
