package io.polybloom.bench;

import io.polybloom.FilterOptions;
import io.polybloom.bench.filter.OurFilter;
import io.polybloom.bench.server.BenchServer;
import io.polybloom.bench.server.Fork;
import io.polybloom.bench.words.ErrorRate;
import io.polybloom.bench.words.Words;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The load of ten million elements into an empty filter by one call, which makes them while it reads them: the time of
 * one element.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 1, time = 1)
@Measurement(iterations = 2, time = 1)
public class Load {

    private static final int ELEMENTS = 10_000_000;
    private static final double RATE = 0.01;
    private static final int PROBES = 10_000;

    /** What the commands go through. */
    @Param({"jedis", "lettuce", "redisson", "vertx", "glide"})
    public String client;

    /** Where the server is; see {@link Subject#server}. */
    @Param(BenchServer.LOOPBACK)
    public String server;

    private Rig rig;
    private OurFilter filter;
    private int seed;

    /** Starts the server and the client. */
    @Setup
    public void open() {
        rig = Rig.ours(client, server, spec -> spec, FilterOptions.defaults());
        filter = (OurFilter) rig.filter();
    }

    /** Creates the empty filter. */
    @Setup(Level.Invocation)
    public void create() {
        seed++;
        Fork.aside(() -> filter.create(ELEMENTS, RATE));
    }

    @Benchmark
    @OperationsPerInvocation(ELEMENTS)
    public long load() {
        return filter.opened().load(Words.lazily(seed, ELEMENTS), read -> {});
    }

    /** Asks for the first and the last words that were loaded, and for the same number of words that were not. */
    @TearDown(Level.Invocation)
    public void check() {
        Fork.aside(() -> {
            ErrorRate judge = new ErrorRate(filter.name(), filter.tolerance());
            judge.checkPresent(filter.contains(Words.some(seed, 0, PROBES)), PROBES);
            judge.checkPresent(filter.contains(Words.some(seed, ELEMENTS - PROBES, PROBES)), PROBES);
            judge.check(filter.contains(Words.some(seed, ELEMENTS, PROBES)), PROBES, filter.expectedRate(ELEMENTS));
            filter.delete();
        });
    }

    /** Ends the client. */
    @TearDown
    public void close() {
        rig.close();
    }
}
