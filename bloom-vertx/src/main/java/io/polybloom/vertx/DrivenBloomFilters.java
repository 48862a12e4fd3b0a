package io.polybloom.vertx;

import com.google.common.hash.Funnel;
import io.polybloom.FilterDescription;
import io.polybloom.FilterSpec;
import io.polybloom.FilterTask;
import io.polybloom.driver.FilterEngine;
import io.vertx.core.Future;
import java.util.Optional;

/** The engine behind the driver. */
record DrivenBloomFilters(FilterEngine engine, VertxDriver driver) implements VertxBloomFilters {

    @Override
    public <T> Future<VertxBloomFilter<T>> open(FilterSpec spec, Funnel<? super T> funnel) {
        VertxDriver own;
        try {
            own = spec.acknowledgement().map(driver::acknowledgedBy).orElse(driver);
        } catch (IllegalArgumentException refused) {
            return driver.run(() -> {
                throw refused;
            });
        }
        return own.run(() -> engine.<T>open(spec, funnel)).map(filter -> new DrivenBloomFilter<>(filter, own));
    }

    @Override
    public <R> Future<R> run(FilterTask<R> task) {
        return driver.run(() -> engine.run(task));
    }

    /** Named here, so that a complaint about the name comes with the future, too. */
    @Override
    public Future<Optional<FilterDescription>> describe(String name) {
        return driver.run(() -> engine.run(FilterTask.describing(name)));
    }
}
