package io.polybloom.cli.server;

import io.polybloom.RemovableBloomFilter;
import io.polybloom.vertx.VertxRemovableBloomFilter;
import io.vertx.core.Vertx;
import java.util.Collection;

/** A filter of Vert.x whose elements can be removed, for a thread that waits. */
final class AwaitedRemovableFilter<T> extends AwaitedFilter<T> implements RemovableBloomFilter<T> {

    private final VertxRemovableBloomFilter<T> filter;

    AwaitedRemovableFilter(VertxRemovableBloomFilter<T> filter, Vertx vertx) {
        super(filter, vertx);
        this.filter = filter;
    }

    @Override
    public boolean remove(T element) {
        return filter.remove(element).await();
    }

    @Override
    public boolean[] removeAll(Collection<? extends T> elements) {
        return filter.removeAll(elements).await();
    }
}
