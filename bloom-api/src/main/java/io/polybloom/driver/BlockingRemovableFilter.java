package io.polybloom.driver;

import io.polybloom.RemovableBloomFilter;
import java.util.Collection;

/** The operations of a filter whose elements can be removed, run by the blocking driver. */
final class BlockingRemovableFilter<T> extends BlockingBloomFilter<T> implements RemovableBloomFilter<T> {

    BlockingRemovableFilter(FilterOperations<T> operations, BlockingDriver driver) {
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
