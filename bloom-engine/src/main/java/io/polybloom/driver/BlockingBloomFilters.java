package io.polybloom.driver;

import com.google.common.hash.Funnel;
import io.polybloom.Acknowledgement;
import io.polybloom.BloomFilter;
import io.polybloom.BloomFilters;
import io.polybloom.FilterMirror;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.FilterTask;
import io.polybloom.MirrorOptions;
import io.polybloom.RemovableBloomFilter;
import io.polybloom.counter.DistinctCounter;
import io.polybloom.counter.DistinctEstimate;
import io.polybloom.operations.CounterOperations;
import io.polybloom.operations.FilterEngine;
import io.polybloom.operations.MirrorOperations;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Transport;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Opens filters of the blocking flavour over any blocking transport: what {@link io.polybloom.spi.Engine#blocking}
 * returns. Thread-safe.
 */
public final class BlockingBloomFilters implements BloomFilters {

    private final FilterEngine engine;
    private final BlockingDriver driver;

    /** Creates the flavour over a transport. */
    public BlockingBloomFilters(Transport<InFlight> transport) {
        this(new FilterEngine(transport), transport);
    }

    /** Creates the flavour over a transport, with an engine whose environment need not be that of the transport. */
    public BlockingBloomFilters(FilterEngine engine, Transport<InFlight> transport) {
        this.engine = engine;
        this.driver = new BlockingDriver(transport);
    }

    @Override
    public <T> BloomFilter<T> open(FilterSpec spec, Funnel<? super T> funnel, FilterOptions options) {
        BlockingDriver own = driverFor(options.acknowledgement());
        return new BlockingBloomFilter<>(own.run(engine.<T>open(spec, funnel, options)), own);
    }

    @Override
    public <T> RemovableBloomFilter<T> openRemovable(FilterSpec spec, Funnel<? super T> funnel, FilterOptions options) {
        BlockingDriver own = driverFor(options.acknowledgement());
        return new BlockingBloomFilter.Removable<>(own.run(engine.<T>openRemovable(spec, funnel, options)), own);
    }

    private BlockingDriver driverFor(Optional<Acknowledgement> asked) {
        return asked.map(driver::acknowledgedBy).orElse(driver);
    }

    @Override
    public <T> DistinctCounter<T> counter(String name, Funnel<? super T> funnel) {
        return new BlockingCounter<>(engine.counter(name, funnel), driver);
    }

    @Override
    public <T> FilterMirror<T> mirror(String name, Funnel<? super T> funnel, MirrorOptions options) {
        return new BlockingMirror<>(driver.run(engine.<T>mirror(name, funnel, options)), driver).scheduled();
    }

    @Override
    public <R> R run(FilterTask<R> task) {
        return driverFor(task.acknowledgement()).run(engine.run(task));
    }

    /** The operations of a counter, run by the blocking driver. */
    private record BlockingCounter<T>(CounterOperations<T> operations, BlockingDriver driver)
            implements DistinctCounter<T> {

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

    /** The operations of a mirror, whose refreshes are run by the blocking driver. */
    private static final class BlockingMirror<T> extends MirrorOperations<T> implements FilterMirror<T> {

        private final BlockingDriver driver;
        private final ReentrantLock oneAtATime = new ReentrantLock();

        BlockingMirror(MirrorOperations<T> opened, BlockingDriver driver) {
            super(opened);
            this.driver = driver;
        }

        /** Begins to refresh the mirror as its options say. */
        FilterMirror<T> scheduled() {
            schedule(() -> {
                refresh();
                ended(null);
            });
            return this;
        }

        @Override
        public void refresh() {
            oneAtATime.lock();
            try {
                driver.run(refreshing());
            } finally {
                oneAtATime.unlock();
            }
        }
    }
}
