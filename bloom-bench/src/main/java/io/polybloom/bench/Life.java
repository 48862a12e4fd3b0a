package io.polybloom.bench;

import io.polybloom.BloomFilter;
import io.polybloom.FilterSpec;
import io.polybloom.bench.client.Client;
import io.polybloom.bench.server.BenchServer;
import io.polybloom.bench.server.Fork;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.BenchmarkParams;

/** What a filter of many partitions costs as a whole, through Jedis: to create, to open, to clear and to delete it. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 1)
@Measurement(iterations = 3)
public class Life {

    /** The number of distinct elements for which the filter is made; 1,000,000,000 take 1.3 GB of memory. */
    @Param("100000000")
    public long capacity;

    /** The most bits of a partition. */
    @Param("4193792")
    public long partition;

    private boolean creates;
    private Client client;
    private FilterSpec spec;
    private BloomFilter<CharSequence> filter;

    /** Starts the server and the client. */
    @Setup
    public void start(BenchmarkParams benchmark) {
        creates = benchmark.getBenchmark().endsWith("create");
        client = Rig.client("jedis", BenchServer.LOOPBACK);
        spec = FilterSpec.named("bench")
                .capacity(capacity)
                .falsePositiveRate(0.01)
                .maxPartitionBits(partition)
                .build();
    }

    /** Creates the filter, unless that is measured. */
    @Setup(Level.Invocation)
    public void prepare() {
        if (!creates) {
            Fork.aside(() -> filter = client.open(spec));
        }
    }

    @Benchmark
    public void create() {
        filter = client.open(spec);
    }

    @Benchmark
    public void open() {
        filter = client.open(spec);
    }

    @Benchmark
    public void clear() {
        filter.clear();
    }

    @Benchmark
    public void delete() {
        filter.delete();
    }

    /** Deletes the filter; one that is deleted already is created first. */
    @TearDown(Level.Invocation)
    public void remove() {
        Fork.aside(() -> client.open(spec).delete());
    }

    /** Ends the client. */
    @TearDown
    public void close() {
        client.close();
    }
}
