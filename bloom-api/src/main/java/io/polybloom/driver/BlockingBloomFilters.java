package io.polybloom.driver;

import com.google.common.hash.Funnel;
import io.polybloom.BloomFilter;
import io.polybloom.BloomFilters;
import io.polybloom.FilterSpec;
import io.polybloom.FilterTask;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Transport;

/** The blocking flavour over any blocking transport: what an adapter for a blocking client hands out. Thread-safe. */
public final class BlockingBloomFilters implements BloomFilters {

    private final FilterEngine engine;
    private final BlockingDriver driver;

    /** Creates the flavour over a transport. */
    public BlockingBloomFilters(Transport<InFlight> transport) {
        this.engine = new FilterEngine(transport);
        this.driver = new BlockingDriver(transport);
    }

    @Override
    public <T> BloomFilter<T> open(FilterSpec spec, Funnel<? super T> funnel) {
        return new BlockingBloomFilter<>(driver.run(engine.<T>open(spec, funnel)), driver);
    }

    @Override
    public <R> R run(FilterTask<R> task) {
        return driver.run(engine.run(task));
    }
}
