package io.polybloom.cli.server;

import com.google.common.hash.Funnel;
import io.polybloom.BloomFilter;
import io.polybloom.BloomFilters;
import io.polybloom.FilterMirror;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.FilterTask;
import io.polybloom.MirrorOptions;
import io.polybloom.RemovableBloomFilter;
import io.polybloom.counter.DistinctCounter;
import io.polybloom.vertx.VertxBloomFilters;
import io.vertx.core.Vertx;

/** Filters of Vert.x for a thread that waits; a failure comes as it is, not wrapped. The time limit is the client's. */
record AwaitedFilters(VertxBloomFilters filters, Vertx vertx) implements BloomFilters {

    @Override
    public <T> BloomFilter<T> open(FilterSpec spec, Funnel<? super T> funnel, FilterOptions options) {
        return new AwaitedFilter<>(filters.<T>open(spec, funnel, options).await(), vertx);
    }

    @Override
    public <T> BloomFilter<T> openExisting(String name, Funnel<? super T> funnel, FilterOptions options) {
        return new AwaitedFilter<>(
                filters.<T>openExisting(name, funnel, options).await(), vertx);
    }

    @Override
    public <T> RemovableBloomFilter<T> openRemovable(FilterSpec spec, Funnel<? super T> funnel, FilterOptions options) {
        return new AwaitedRemovableFilter<>(
                filters.<T>openRemovable(spec, funnel, options).await(), vertx);
    }

    @Override
    public <T> DistinctCounter<T> counter(String name, Funnel<? super T> funnel) {
        return new AwaitedCounter<>(filters.counter(name, funnel));
    }

    @Override
    public <T> FilterMirror<T> mirror(String name, Funnel<? super T> funnel, MirrorOptions options) {
        return new AwaitedMirror<>(filters.<T>mirror(name, funnel, options).await());
    }

    @Override
    public <R> R run(FilterTask<R> task) {
        return filters.run(task).await();
    }
}
