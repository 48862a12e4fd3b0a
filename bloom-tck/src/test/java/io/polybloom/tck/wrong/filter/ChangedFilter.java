package io.polybloom.tck.wrong.filter;

import io.polybloom.BloomFilter;
import io.polybloom.Claims;
import io.polybloom.FilterDescription;
import io.polybloom.FilterStats;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.function.LongConsumer;

/** A filter that passes every call on; subclasses change some. */
public abstract class ChangedFilter<T> implements BloomFilter<T> {

    private final BloomFilter<T> right;

    protected ChangedFilter(BloomFilter<T> right) {
        this.right = right;
    }

    @Override
    public FilterDescription description() {
        return right.description();
    }

    @Override
    public boolean add(T element) {
        return right.add(element);
    }

    @Override
    public boolean[] addAll(Collection<? extends T> elements) {
        return right.addAll(elements);
    }

    @Override
    public long load(Iterable<? extends T> elements, LongConsumer progress) {
        return right.load(elements, progress);
    }

    @Override
    public boolean mightContain(T element) {
        return right.mightContain(element);
    }

    @Override
    public boolean[] mightContainAll(Collection<? extends T> elements) {
        return right.mightContainAll(elements);
    }

    @Override
    public Claims<T> claims(String writer) {
        return right.claims(writer);
    }

    @Override
    public FilterStats stats() {
        return right.stats();
    }

    @Override
    public void clear() {
        right.clear();
    }

    @Override
    public void expire(Duration timeToLive) {
        right.expire(timeToLive);
    }

    @Override
    public void expireAt(Instant instant) {
        right.expireAt(instant);
    }

    @Override
    public void persist() {
        right.persist();
    }

    @Override
    public void delete() {
        right.delete();
    }
}
