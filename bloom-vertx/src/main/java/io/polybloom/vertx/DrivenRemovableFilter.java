package io.polybloom.vertx;

import io.polybloom.driver.FilterOperations;
import io.vertx.core.Future;
import java.util.Collection;

/** The operations of a filter whose elements can be removed, run by the driver. */
final class DrivenRemovableFilter<T> extends DrivenBloomFilter<T> implements VertxRemovableBloomFilter<T> {

    DrivenRemovableFilter(FilterOperations<T> operations, VertxDriver driver) {
        super(operations, driver);
    }

    @Override
    public Future<Boolean> remove(T element) {
        return driver.run(() -> operations.remove(element));
    }

    @Override
    public Future<boolean[]> removeAll(Collection<? extends T> elements) {
        return driver.run(() -> operations.removeAll(elements));
    }
}
