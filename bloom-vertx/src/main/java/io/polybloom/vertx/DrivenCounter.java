package io.polybloom.vertx;

import io.polybloom.counter.DistinctEstimate;
import io.polybloom.driver.CounterOperations;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.Collection;

/** The operations of a counter, run by the driver. */
record DrivenCounter<T>(CounterOperations<T> operations, VertxDriver driver) implements VertxDistinctCounter<T> {

    @Override
    public String name() {
        return operations.name();
    }

    @Override
    public Future<Boolean> add(T element) {
        return driver.run(() -> operations.add(element));
    }

    @Override
    public Future<Boolean> addAll(Collection<? extends T> elements) {
        return driver.run(() -> operations.addAll(elements));
    }

    @Override
    public Future<DistinctEstimate> count() {
        return driver.run(operations::count);
    }

    @Override
    public Future<Void> mergeFrom(Collection<String> names) {
        return driver.run(() -> operations.mergeFrom(names));
    }

    @Override
    public Future<Void> expire(Duration timeToLive) {
        return driver.run(() -> operations.expire(timeToLive));
    }

    @Override
    public Future<Void> clear() {
        return driver.run(operations::clear);
    }

    @Override
    public Future<Void> delete() {
        return driver.run(operations::delete);
    }

    @Override
    public String toString() {
        return operations.toString();
    }
}
