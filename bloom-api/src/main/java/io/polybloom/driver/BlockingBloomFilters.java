package io.polybloom.driver;

import com.google.common.hash.Funnel;
import io.polybloom.BloomFilter;
import io.polybloom.BloomFilters;
import io.polybloom.FilterMirror;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.FilterTask;
import io.polybloom.MirrorOptions;
import io.polybloom.RemovableBloomFilter;
import io.polybloom.counter.DistinctCounter;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Transport;

/**
 * Opens filters of the blocking flavour over any blocking transport; an adapter for a blocking client returns it.
 * Thread-safe.
 */
public final class BlockingBloomFilters implements BloomFilters {

    private final FilterEngine engine;
    private final Transport<InFlight> transport;
    private final BlockingDriver driver;

    /** Creates the flavour over a transport. */
    public BlockingBloomFilters(Transport<InFlight> transport) {
        this(new FilterEngine(transport), transport);
    }

    /** Creates the flavour over a transport, with an engine whose environment need not be that of the transport. */
    public BlockingBloomFilters(FilterEngine engine, Transport<InFlight> transport) {
        this.engine = engine;
        this.transport = transport;
        this.driver = new BlockingDriver(transport);
    }

    @Override
    public <T> BloomFilter<T> open(FilterSpec spec, Funnel<? super T> funnel, FilterOptions options) {
        BlockingDriver own = driverFor(options);
        return new BlockingBloomFilter<>(own.run(engine.<T>open(spec, funnel, options)), own);
    }

    @Override
    public <T> RemovableBloomFilter<T> openRemovable(FilterSpec spec, Funnel<? super T> funnel, FilterOptions options) {
        BlockingDriver own = driverFor(options);
        return new BlockingRemovableFilter<>(own.run(engine.<T>openRemovable(spec, funnel, options)), own);
    }

    private BlockingDriver driverFor(FilterOptions options) {
        return options.acknowledgement()
                .map(asked -> new BlockingDriver(AcknowledgedTransport.over(
                        transport, asked, (inFlight, reading) -> () -> reading.apply(inFlight.await()))))
                .orElse(driver);
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
        return driver.run(engine.run(task));
    }
}
