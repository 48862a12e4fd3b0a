package io.polybloom.vertx;

import io.polybloom.driver.ClaimOperations;
import io.vertx.core.Future;
import java.util.List;

/** The claims of a writer, run by the driver. */
record DrivenClaims<T>(ClaimOperations<T> operations, VertxDriver driver) implements VertxClaims<T> {

    @Override
    public Future<boolean[]> addAll(long firstDelivery, List<? extends T> elements) {
        return driver.run(() -> operations.addAll(firstDelivery, elements));
    }

    @Override
    public Future<Boolean> add(long delivery, T element) {
        return driver.run(() -> operations.add(delivery, element));
    }

    @Override
    public Future<Void> settle(long upTo) {
        return driver.run(() -> operations.settle(upTo));
    }

    @Override
    public Future<Long> unsettled() {
        return driver.run(operations::unsettled);
    }

    @Override
    public String toString() {
        return operations.toString();
    }
}
