package io.polybloom.vertx;

import com.google.common.hash.Funnel;
import io.polybloom.FilterDescription;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.FilterTask;
import io.polybloom.MirrorOptions;
import io.polybloom.driver.FilterEngine;
import io.vertx.core.Future;
import java.util.Optional;
import java.util.function.Function;

/** The engine, run by the driver. */
record DrivenBloomFilters(FilterEngine engine, VertxDriver driver) implements VertxBloomFilters {

    @Override
    public <T> Future<VertxBloomFilter<T>> open(FilterSpec spec, Funnel<? super T> funnel, FilterOptions options) {
        return opened(
                options,
                own -> own.run(() -> engine.<T>open(spec, funnel, options))
                        .map(filter -> new DrivenBloomFilter<>(filter, own)));
    }

    @Override
    public <T> Future<VertxRemovableBloomFilter<T>> openRemovable(
            FilterSpec spec, Funnel<? super T> funnel, FilterOptions options) {
        return opened(
                options,
                own -> own.run(() -> engine.<T>openRemovable(spec, funnel, options))
                        .map(filter -> new DrivenRemovableFilter<>(filter, own)));
    }

    private <F> Future<F> opened(FilterOptions options, Function<VertxDriver, Future<F>> opening) {
        VertxDriver own;
        try {
            own = options.acknowledgement().map(driver::acknowledgedBy).orElse(driver);
        } catch (IllegalArgumentException refused) {
            return driver.run(() -> {
                throw refused;
            });
        }
        return opening.apply(own);
    }

    @Override
    public <T> VertxDistinctCounter<T> counter(String name, Funnel<? super T> funnel) {
        return new DrivenCounter<>(engine.counter(name, funnel), driver);
    }

    @Override
    public <T> Future<VertxFilterMirror<T>> mirror(String name, Funnel<? super T> funnel, MirrorOptions options) {
        return driver.run(() -> engine.<T>mirror(name, funnel, options))
                .map(operations -> new DrivenMirror<>(operations, driver).scheduled());
    }

    @Override
    public <R> Future<R> run(FilterTask<R> task) {
        return driver.run(() -> engine.run(task));
    }

    /** Makes the task inside the operation, so that an invalid name fails the future. */
    @Override
    public Future<Optional<FilterDescription>> describe(String name) {
        return driver.run(() -> engine.run(FilterTask.describing(name)));
    }
}
