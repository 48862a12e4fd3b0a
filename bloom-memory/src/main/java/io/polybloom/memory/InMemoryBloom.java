package io.polybloom.memory;

import com.google.common.hash.Funnel;
import io.polybloom.BloomFilter;
import io.polybloom.BloomFilters;
import io.polybloom.FilterMirror;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.FilterTask;
import io.polybloom.MirrorOptions;
import io.polybloom.RemovableBloomFilter;
import io.polybloom.async.AsyncBloomFilters;
import io.polybloom.counter.DistinctCounter;
import io.polybloom.driver.BlockingBloomFilters;
import io.polybloom.driver.StageBloomFilters;
import io.polybloom.memory.server.MemoryStore;
import io.polybloom.operations.FilterEngine;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.step.Environment;
import io.polybloom.step.WholePartitions;
import io.polybloom.step.Wire;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Opens Bloom filters in the memory of this JVM, without Redis: for unit tests, and for services that run in one
 * process.
 *
 * <pre>{@code
 * BloomFilters filters = InMemoryBloom.create();
 * BloomFilter<String> clicks = filters.open(spec, Elements.strings());
 * }</pre>
 *
 * <p>Each instance is like a separate Redis server, which is empty at first. Filters of the same name share their bits
 * if they were opened from the same instance, and are unrelated otherwise. All features of a filter are available, from
 * the same code, with the same answers and the same exceptions: windows, claims, growth, expiry, loads, merges,
 * rebuilds. Filters of the layout {@code server} are exact here. Servers and connections never fail: there is no
 * {@code BackendException}, and no failover. So writes of a filter that waits for replicas are acknowledged at once.
 *
 * <p>The filters live as long as the instance, and take as much memory as they would take in Redis;
 * {@link BloomFilter#delete} frees the memory of a filter. Once a minute a call frees the memory of keys that have
 * expired. Expiries and windows follow the clock of the instance, which a test can set. A near cache has its own clock.
 *
 * <p>Thread-safe: batches of commands are executed one at a time, so the filters are as exact under many threads as
 * those in Redis.
 */
public final class InMemoryBloom implements BloomFilters {

    private final MemoryStore store;
    private final BlockingBloomFilters blocking;
    private final StageBloomFilters stages;

    private InMemoryBloom(InstantSource clock, WholePartitions whole) {
        this.store = new MemoryStore(clock);
        MemoryTransport transport = new MemoryTransport(store);
        Environment system = Environment.ofSystem(transport);
        Environment environment = new Environment(system.servers(), clock, system.ids());
        FilterEngine engine = new FilterEngine(environment.with(whole).over(Wire.none()));
        Transport<InFlight> waiting = transport.map((batch, replies) -> () -> replies);
        Transport<CompletionStage<List<Reply>>> staged =
                transport.map((batch, replies) -> CompletableFuture.completedFuture(replies));
        this.blocking = new BlockingBloomFilters(engine, waiting);
        this.stages = new StageBloomFilters(engine, staged);
    }

    /** Creates an empty store that follows the system clock. */
    public static InMemoryBloom create() {
        return create(WholePartitions.WHERE_CHEAPER);
    }

    /** Creates one whose bulk operations take partitions as a whole elsewhere than usual. */
    static InMemoryBloom create(WholePartitions whole) {
        return new InMemoryBloom(InstantSource.system(), whole);
    }

    /**
     * Creates an empty store that follows the given clock, such as one that a test sets.
     *
     * @param clock tells the time of the store and of its callers; read by several threads at once
     */
    public static InMemoryBloom withClock(InstantSource clock) {
        return new InMemoryBloom(clock, WholePartitions.WHERE_CHEAPER);
    }

    @Override
    public <T> BloomFilter<T> open(FilterSpec spec, Funnel<? super T> funnel, FilterOptions options) {
        return blocking.open(spec, funnel, options);
    }

    @Override
    public <T> RemovableBloomFilter<T> openRemovable(FilterSpec spec, Funnel<? super T> funnel, FilterOptions options) {
        return blocking.openRemovable(spec, funnel, options);
    }

    @Override
    public <T> DistinctCounter<T> counter(String name, Funnel<? super T> funnel) {
        return blocking.counter(name, funnel);
    }

    @Override
    public <T> FilterMirror<T> mirror(String name, Funnel<? super T> funnel, MirrorOptions options) {
        return blocking.mirror(name, funnel, options);
    }

    @Override
    public <R> R run(FilterTask<R> task) {
        return blocking.run(task);
    }

    /**
     * Returns the same filters through the API that answers with {@link CompletionStage}. Its operations run in the
     * thread of their caller, and nearly all stages are complete when they are returned.
     */
    public AsyncBloomFilters async() {
        return stages;
    }

    MemoryStore store() {
        return store;
    }
}
