package io.polybloom.cli.server;

import io.polybloom.BloomFilter;
import io.polybloom.FilterDescription;
import io.polybloom.FilterStats;
import io.polybloom.vertx.VertxBloomFilter;
import java.time.Duration;
import java.util.Collection;
import java.util.function.LongConsumer;

/** A filter of Vert.x for a thread that waits. */
record AwaitedFilter<T>(VertxBloomFilter<T> filter) implements BloomFilter<T> {

    @Override
    public FilterDescription description() {
        return filter.description();
    }

    @Override
    public boolean add(T element) {
        return filter.add(element).await();
    }

    @Override
    public boolean[] addAll(Collection<? extends T> elements) {
        return filter.addAll(elements).await();
    }

    @Override
    public long load(Iterable<? extends T> elements, LongConsumer progress) {
        return filter.load(elements, progress).await();
    }

    @Override
    public boolean mightContain(T element) {
        return filter.mightContain(element).await();
    }

    @Override
    public boolean[] mightContainAll(Collection<? extends T> elements) {
        return filter.mightContainAll(elements).await();
    }

    @Override
    public FilterStats stats() {
        return filter.stats().await();
    }

    @Override
    public void clear() {
        filter.clear().await();
    }

    @Override
    public void expire(Duration timeToLive) {
        filter.expire(timeToLive).await();
    }

    @Override
    public void delete() {
        filter.delete().await();
    }
}
