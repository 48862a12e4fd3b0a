package io.polybloom.spring.filter;

/** Receives each filter that was opened. */
@FunctionalInterface
public interface OpeningObserver {

    /**
     * Receives a filter that has just been opened, in the thread that opened it. A filter that is opened again, on
     * another client or after its expiry, is received again. If this method throws an exception, that is logged, and
     * the filter is used nevertheless.
     */
    void opened(LazyBloomFilter<?> filter);
}
