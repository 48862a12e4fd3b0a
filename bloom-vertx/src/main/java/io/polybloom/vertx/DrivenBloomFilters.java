package io.polybloom.vertx;

import com.google.common.hash.Funnel;
import io.polybloom.FilterDescription;
import io.polybloom.FilterSpec;
import io.polybloom.spi.FilterEngine;
import io.vertx.core.Future;
import java.util.Optional;

/** The engine behind the driver. */
record DrivenBloomFilters(FilterEngine engine, VertxDriver driver) implements VertxBloomFilters {

    @Override
    public <T> Future<VertxBloomFilter<T>> open(FilterSpec spec, Funnel<? super T> funnel) {
        return driver.run(() -> engine.<T>open(spec, funnel)).map(filter -> new DrivenBloomFilter<>(filter, driver));
    }

    @Override
    public <T> Future<VertxBloomFilter<T>> openExisting(String name, Funnel<? super T> funnel) {
        return driver.run(() -> engine.<T>openExisting(name, funnel))
                .map(filter -> new DrivenBloomFilter<>(filter, driver));
    }

    @Override
    public Future<Optional<FilterDescription>> describe(String name) {
        return driver.run(() -> engine.describe(name));
    }
}
