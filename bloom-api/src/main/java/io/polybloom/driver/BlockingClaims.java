package io.polybloom.driver;

import io.polybloom.Claims;
import java.util.List;

/** The claims of a writer, run by the blocking driver. */
record BlockingClaims<T>(ClaimOperations<T> operations, BlockingDriver driver) implements Claims<T> {

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
