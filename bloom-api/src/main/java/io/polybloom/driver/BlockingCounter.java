package io.polybloom.driver;

import io.polybloom.counter.DistinctCounter;
import io.polybloom.counter.DistinctEstimate;
import java.time.Duration;
import java.util.Collection;

/** The operations of a counter, run by the blocking driver. */
record BlockingCounter<T>(CounterOperations<T> operations, BlockingDriver driver) implements DistinctCounter<T> {

    @Override
    public String name() {
        return operations.name();
    }

    @Override
    public boolean add(T element) {
        return driver.run(operations.add(element));
    }

    @Override
    public boolean addAll(Collection<? extends T> elements) {
        return driver.run(operations.addAll(elements));
    }

    @Override
    public DistinctEstimate count() {
        return driver.run(operations.count());
    }

    @Override
    public void mergeFrom(Collection<String> names) {
        driver.run(operations.mergeFrom(names));
    }

    @Override
    public void expire(Duration timeToLive) {
        driver.run(operations.expire(timeToLive));
    }

    @Override
    public void clear() {
        driver.run(operations.clear());
    }

    @Override
    public void delete() {
        driver.run(operations.delete());
    }

    @Override
    public String toString() {
        return operations.toString();
    }
}
