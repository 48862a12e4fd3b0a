package io.polybloom.spring.metrics;

import io.polybloom.FilterStats;
import io.polybloom.micrometer.BloomMetrics;
import io.polybloom.spring.filter.LazyBloomFilter;
import io.polybloom.spring.filter.OpeningObserver;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Measures each filter periodically, from its first opening on, and shows its mirror. Measuring a filter never opens
 * it, nor its mirror.
 */
public final class FilterSampling implements OpeningObserver {

    private final BloomMetrics metrics;
    private final Duration period;
    private final Set<LazyBloomFilter<?>> sampled = ConcurrentHashMap.newKeySet();
    private final Set<LazyBloomFilter<?>> watched = ConcurrentHashMap.newKeySet();

    /**
     * Creates the sampling.
     *
     * @param period from the end of a sample to the beginning of the next one, at least 1 ms; zero or negative for no
     *     samples
     */
    public FilterSampling(BloomMetrics metrics, Duration period) {
        this.metrics = metrics;
        this.period = period;
    }

    @Override
    public void opened(LazyBloomFilter<?> filter) {
        if (watched.add(filter)) {
            filter.mirror().ifPresent(mirror -> metrics.watch(filter.spec().name(), mirror::ifOpen));
        }
        if (!period.isZero() && !period.isNegative() && sampled.add(filter)) {
            metrics.sample(filter.spec().name(), () -> measure(filter), period);
        }
    }

    private static CompletionStage<FilterStats> measure(LazyBloomFilter<?> filter) {
        return filter.statsIfOpen()
                .map(CompletableFuture::completedFuture)
                .orElseGet(() -> CompletableFuture.failedFuture(new IllegalStateException("the filter is not open")));
    }
}
