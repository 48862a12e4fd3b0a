package io.polybloom.vertx;

import io.polybloom.FilterDescription;
import io.polybloom.FilterStats;
import io.polybloom.operations.ClaimOperations;
import io.polybloom.operations.FilterOperations;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.function.LongConsumer;

/** The operations of a filter, run by the driver. */
class FutureBloomFilter<T> implements VertxBloomFilter<T> {

    final FilterOperations<T> operations;
    final VertxDriver driver;
    private final VertxCalls calls;

    FutureBloomFilter(FilterOperations<T> operations, VertxDriver driver) {
        this.operations = operations;
        this.driver = driver;
        this.calls = new VertxCalls(operations, driver);
    }

    @Override
    public FilterDescription description() {
        return operations.description();
    }

    @Override
    public Future<Boolean> add(T element) {
        return calls.run(() -> operations.adding(element));
    }

    @Override
    public Future<boolean[]> addAll(Collection<? extends T> elements) {
        return driver.run(() -> operations.addAll(elements));
    }

    @Override
    public Future<Long> load(Iterable<? extends T> elements, LongConsumer progress) {
        return driver.run(() -> operations.load(elements, progress));
    }

    @Override
    public Future<Boolean> mightContain(T element) {
        return calls.run(() -> operations.lookingUp(element));
    }

    @Override
    public Future<boolean[]> mightContainAll(Collection<? extends T> elements) {
        return driver.run(() -> operations.mightContainAll(elements));
    }

    @Override
    public VertxClaims<T> claims(String writer) {
        return new FutureClaims<>(operations.claims(writer), driver);
    }

    @Override
    public Future<FilterStats> stats() {
        return driver.run(operations::stats);
    }

    @Override
    public Future<Void> clear() {
        return driver.run(operations::clear);
    }

    @Override
    public Future<Void> expire(Duration timeToLive) {
        return driver.run(() -> operations.expire(timeToLive));
    }

    @Override
    public Future<Void> expireAt(Instant instant) {
        return driver.run(() -> operations.expireAt(instant));
    }

    @Override
    public Future<Void> persist() {
        return driver.run(operations::persist);
    }

    @Override
    public Future<Void> delete() {
        return driver.run(operations::delete);
    }

    @Override
    public String toString() {
        return operations.toString();
    }

    /** The claims of a writer, run by the driver. */
    private record FutureClaims<T>(ClaimOperations<T> operations, VertxDriver driver) implements VertxClaims<T> {

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

    /** The operations of a filter whose elements can be removed, run by the driver. */
    static final class Removable<T> extends FutureBloomFilter<T> implements VertxRemovableBloomFilter<T> {

        Removable(FilterOperations<T> operations, VertxDriver driver) {
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
}
