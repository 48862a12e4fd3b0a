package io.polybloom.driver;

import io.polybloom.BloomFilter;
import io.polybloom.Claims;
import io.polybloom.FilterDescription;
import io.polybloom.FilterStats;
import io.polybloom.RemovableBloomFilter;
import io.polybloom.operations.ClaimOperations;
import io.polybloom.operations.FilterOperations;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.function.LongConsumer;

/** The operations of a filter, run by the blocking driver. */
class BlockingBloomFilter<T> implements BloomFilter<T> {

    final FilterOperations<T> operations;
    final BlockingDriver driver;
    private final BlockingCalls calls;

    BlockingBloomFilter(FilterOperations<T> operations, BlockingDriver driver) {
        this.operations = operations;
        this.driver = driver;
        this.calls = new BlockingCalls(operations, driver);
    }

    @Override
    public FilterDescription description() {
        return operations.description();
    }

    @Override
    public boolean add(T element) {
        return calls.run(operations.adding(element));
    }

    @Override
    public boolean[] addAll(Collection<? extends T> elements) {
        return driver.run(operations.addAll(elements));
    }

    @Override
    public long load(Iterable<? extends T> elements, LongConsumer progress) {
        return driver.run(operations.load(elements, progress));
    }

    @Override
    public boolean mightContain(T element) {
        return calls.run(operations.lookingUp(element));
    }

    @Override
    public boolean[] mightContainAll(Collection<? extends T> elements) {
        return driver.run(operations.mightContainAll(elements));
    }

    @Override
    public Claims<T> claims(String writer) {
        return new BlockingClaims<>(operations.claims(writer), driver);
    }

    @Override
    public FilterStats stats() {
        return driver.run(operations.stats());
    }

    @Override
    public void clear() {
        driver.run(operations.clear());
    }

    @Override
    public void expire(Duration timeToLive) {
        driver.run(operations.expire(timeToLive));
    }

    @Override
    public void expireAt(Instant instant) {
        driver.run(operations.expireAt(instant));
    }

    @Override
    public void persist() {
        driver.run(operations.persist());
    }

    @Override
    public void delete() {
        driver.run(operations.delete());
    }

    @Override
    public String toString() {
        return operations.toString();
    }

    /** The claims of a writer, run by the blocking driver. */
    private record BlockingClaims<T>(ClaimOperations<T> operations, BlockingDriver driver) implements Claims<T> {

        @Override
        public boolean[] addAll(long firstDelivery, List<? extends T> elements) {
            return driver.run(operations.addAll(firstDelivery, elements));
        }

        @Override
        public boolean add(long delivery, T element) {
            return driver.run(operations.add(delivery, element));
        }

        @Override
        public void settle(long upTo) {
            driver.run(operations.settle(upTo));
        }

        @Override
        public long unsettled() {
            return driver.run(operations.unsettled());
        }

        @Override
        public String toString() {
            return operations.toString();
        }
    }

    /** The operations of a filter whose elements can be removed, run by the blocking driver. */
    static final class Removable<T> extends BlockingBloomFilter<T> implements RemovableBloomFilter<T> {

        Removable(FilterOperations<T> operations, BlockingDriver driver) {
            super(operations, driver);
        }

        @Override
        public boolean remove(T element) {
            return driver.run(operations.remove(element));
        }

        @Override
        public boolean[] removeAll(Collection<? extends T> elements) {
            return driver.run(operations.removeAll(elements));
        }
    }
}
