package io.polybloom.micrometer;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.polybloom.BloomFilter;
import io.polybloom.FilterStats;
import io.polybloom.MirrorView;
import io.polybloom.async.AsyncBloomFilter;
import io.polybloom.listener.FilterListener;
import io.polybloom.listener.OperationReport;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Supplier;

/**
 * Measures filters: counts the results of their operations, and shows their state in gauges.
 *
 * <pre>{@code
 * BloomMetrics metrics = new BloomMetrics();
 * metrics.bindTo(registry);
 * BloomFilter<String> clicks = filters.open(spec, funnel, FilterOptions.defaults().listener(metrics));
 * metrics.sample(clicks, Duration.ofMinutes(1));
 * }</pre>
 *
 * <p>One object serves any number of filters and registries. The counts in a registry begin when it is bound. The
 * gauges show the most recent sample and send nothing to Redis themselves; they are {@code NaN} before the first sample
 * and after a failed one. {@code docs/metrics.md} has the table of all meters. Thread-safe.
 */
public final class BloomMetrics implements MeterBinder, FilterListener, AutoCloseable {

    private final ScheduledExecutorService scheduler;
    private final boolean ownsScheduler;
    private final List<RegistryMeters> registries = new CopyOnWriteArrayList<>();
    private final List<Sampling> samplings = new CopyOnWriteArrayList<>();
    private final List<MirrorWatch> watches = new CopyOnWriteArrayList<>();

    /** Creates metrics that take samples in a daemon thread of their own, which {@link #close} ends. */
    public BloomMetrics() {
        this(Executors.newSingleThreadScheduledExecutor(BloomMetrics::daemon), true);
    }

    /**
     * Creates metrics that take samples in threads of the caller.
     *
     * @param scheduler belongs to the caller and is never shut down; a sample of a blocking filter holds one of its
     *     threads
     */
    public BloomMetrics(ScheduledExecutorService scheduler) {
        this(scheduler, false);
    }

    private BloomMetrics(ScheduledExecutorService scheduler, boolean ownsScheduler) {
        this.scheduler = scheduler;
        this.ownsScheduler = ownsScheduler;
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "polybloom-samples");
        thread.setDaemon(true);
        return thread;
    }

    /** Registers the gauges of all samplings, and counts operations in this registry from now on. */
    @Override
    public synchronized void bindTo(MeterRegistry registry) {
        RegistryMeters meters = new RegistryMeters(registry);
        samplings.forEach(meters::register);
        watches.forEach(meters::register);
        registries.add(meters);
    }

    @Override
    public void ended(OperationReport report) {
        for (RegistryMeters meters : registries) {
            meters.of(report.filter()).count(report);
        }
    }

    /**
     * Measures a filter periodically.
     *
     * @param period from the end of a sample to the beginning of the next one, at least 1 ms; the first one begins at
     *     once. A sample calls {@link BloomFilter#stats}, which reads a part of the filter
     * @return the sampling, to end it
     */
    public Sampling sample(BloomFilter<?> filter, Duration period) {
        return sample(filter.description().name(), () -> CompletableFuture.completedFuture(filter.stats()), period);
    }

    /**
     * Measures a filter periodically, without holding a thread during a sample.
     *
     * @param period from a sample to the next one, at least 1 ms; the first one begins at once. A sample begins only
     *     when the previous one has ended
     * @return the sampling, to end it
     */
    public Sampling sample(AsyncBloomFilter<?> filter, Duration period) {
        return sample(filter.description().name(), filter::stats, period);
    }

    /**
     * Measures a filter of any other flavour periodically.
     *
     * @param filter the name of the filter
     * @param measure begins a measurement
     * @param period from a sample to the next one, at least 1 ms
     * @return the sampling, to end it
     * @throws IllegalArgumentException if the period is shorter than 1 ms
     * @throws RejectedExecutionException if these metrics were closed, or the scheduler was shut down
     */
    public synchronized Sampling sample(
            String filter, Supplier<? extends CompletionStage<FilterStats>> measure, Duration period) {
        if (period.toMillis() < 1) {
            throw new IllegalArgumentException("the period of the samples must be at least 1 ms, not " + period);
        }
        Sampling sampling = new Sampling(filter, measure, this);
        samplings.add(sampling);
        registries.forEach(meters -> meters.register(sampling));
        try {
            sampling.start(scheduler, period);
        } catch (RejectedExecutionException closed) {
            sampling.close();
            throw closed;
        }
        // Its counters are there from now on.
        registries.forEach(meters -> meters.of(filter));
        return sampling;
    }

    /**
     * Shows the age of a mirror, its memory, and what its refreshes have read. Nothing is sent for that.
     *
     * @param mirror may be of any flavour
     * @return the meters, to remove them when the mirror is closed
     */
    public MirrorWatch watch(String filter, MirrorView<?> mirror) {
        return watch(filter, () -> Optional.of(mirror));
    }

    /**
     * Does the same for a mirror that may be opened later, or opened again.
     *
     * @param mirror returns the mirror if it is open, at every scrape
     */
    public synchronized MirrorWatch watch(String filter, Supplier<? extends Optional<? extends MirrorView<?>>> mirror) {
        MirrorWatch watch = new MirrorWatch(filter, mirror, this);
        watches.add(watch);
        registries.forEach(meters -> meters.register(watch));
        return watch;
    }

    synchronized void end(Sampling sampling) {
        samplings.remove(sampling);
        registries.forEach(meters -> meters.remove(sampling));
    }

    synchronized void end(MirrorWatch watch) {
        watches.remove(watch);
        registries.forEach(meters -> meters.remove(watch));
    }

    void countSample(String filter, boolean isTaken) {
        for (RegistryMeters meters : registries) {
            meters.of(filter).countSample(isTaken);
        }
    }

    /** Ends all samplings, and removes their gauges and the meters of mirrors. The counters are kept. */
    @Override
    public void close() {
        samplings.forEach(Sampling::close);
        watches.forEach(MirrorWatch::close);
        if (ownsScheduler) {
            scheduler.shutdownNow();
        }
    }
}
