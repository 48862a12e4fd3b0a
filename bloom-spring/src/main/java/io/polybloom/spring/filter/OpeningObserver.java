package io.polybloom.spring.filter;

/** Is told when a filter was opened. */
@FunctionalInterface
public interface OpeningObserver {

    /**
     * Takes a filter that was opened just now, in the thread that has opened it. A filter that is opened again, on
     * another client or after its expiry, is given again.
     */
    void opened(LazyBloomFilter<?> filter);
}
