package io.polybloom.vertx;

import com.google.common.hash.Funnel;
import io.polybloom.FilterSpec;
import io.polybloom.FilterTask;
import io.polybloom.driver.FilterEngine;
import io.vertx.core.Future;

/** The engine behind the driver. */
record DrivenBloomFilters(FilterEngine engine, VertxDriver driver) implements VertxBloomFilters {

    @Override
    public <T> Future<VertxBloomFilter<T>> open(FilterSpec spec, Funnel<? super T> funnel) {
        return driver.run(() -> engine.<T>open(spec, funnel)).map(filter -> new DrivenBloomFilter<>(filter, driver));
    }

    @Override
    public <R> Future<R> run(FilterTask<R> task) {
        return driver.run(() -> engine.run(task));
    }
}
