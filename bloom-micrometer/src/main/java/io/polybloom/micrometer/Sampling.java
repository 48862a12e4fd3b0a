package io.polybloom.micrometer;

import io.polybloom.FilterStats;
import java.lang.System.Logger;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** The samples of one filter. Thread-safe. */
public final class Sampling implements AutoCloseable {

    private static final Logger LOGGER = System.getLogger(Sampling.class.getName());

    private final String filter;
    private final Supplier<? extends CompletionStage<FilterStats>> measure;
    private final BloomMetrics metrics;
    private final AtomicBoolean isUnderWay = new AtomicBoolean();
    private volatile @Nullable FilterStats last;
    private volatile @Nullable Future<?> schedule;

    Sampling(String filter, Supplier<? extends CompletionStage<FilterStats>> measure, BloomMetrics metrics) {
        this.filter = filter;
        this.measure = measure;
        this.metrics = metrics;
    }

    void start(ScheduledExecutorService scheduler, Duration period) {
        schedule = scheduler.scheduleWithFixedDelay(this::take, 0, period.toMillis(), TimeUnit.MILLISECONDS);
    }

    String filter() {
        return filter;
    }

    /** Returns a value of the most recent sample; {@code NaN} if there is no sample, or if it failed. */
    double value(ToDoubleFunction<FilterStats> reading) {
        FilterStats stats = last;
        return stats == null ? Double.NaN : reading.applyAsDouble(stats);
    }

    private void take() {
        if (!isUnderWay.compareAndSet(false, true)) {
            return;
        }
        try {
            measure.get().whenComplete(this::taken);
        } catch (RuntimeException failure) {
            taken(null, failure);
        }
    }

    private void taken(@Nullable FilterStats stats, @Nullable Throwable failure) {
        last = stats;
        isUnderWay.set(false);
        if (failure != null) {
            LOGGER.log(Logger.Level.DEBUG, "the filter '" + filter + "' could not be measured", failure);
        }
        metrics.countSample(filter, failure == null);
    }

    /** Ends the samples and removes the gauges. A sample that is in progress still completes. */
    @Override
    public void close() {
        Future<?> started = schedule;
        if (started != null) {
            started.cancel(false);
        }
        metrics.end(this);
    }
}
