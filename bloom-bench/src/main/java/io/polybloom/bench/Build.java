package io.polybloom.bench;

import io.polybloom.BloomFilter;
import io.polybloom.BloomFilters;
import io.polybloom.Elements;
import io.polybloom.FilterRemoval;
import io.polybloom.FilterSpec;
import io.polybloom.bench.client.JedisBenchClient;
import io.polybloom.bench.filter.OurFilter;
import io.polybloom.bench.server.BenchServer;
import io.polybloom.bench.server.Fork;
import io.polybloom.bench.words.ErrorRate;
import io.polybloom.locate.FilterBuilder;
import io.polybloom.transfer.SnapshotImport;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
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

/**
 * A filter of numbers that two threads build without the server, write to a file and import, beside a load of the same
 * numbers, through Jedis.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 1)
@Measurement(iterations = 2)
public class Build {

    private static final String NAME = "bench";
    private static final int PROBES = 1_000;

    /** The number of elements, for which the filter is made. */
    @Param("10000000")
    public long capacity;

    private JedisBenchClient client;
    private BloomFilters filters;
    private FilterSpec spec;

    /** Starts the server and the client. */
    @Setup
    public void start() {
        client = Rig.jedis(BenchServer.LOOPBACK);
        filters = client.filtersOfOthers();
        spec = FilterSpec.named(NAME).capacity(capacity).falsePositiveRate(0.01).build();
    }

    @Benchmark
    public void load() {
        filters.open(spec, Elements.longs()).load(LongStream.range(0, capacity).boxed(), read -> {});
    }

    @Benchmark
    public void buildAndImport() throws IOException {
        CompletableFuture<FilterBuilder<Long>> half = CompletableFuture.supplyAsync(() -> built(0, capacity / 2));
        FilterBuilder<Long> builder = built(capacity / 2, capacity).merge(half.join());
        Path file = Files.createTempFile("bloom-bench", ".snapshot");
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
            builder.writeTo(out);
        }
        filters.run(SnapshotImport.of(() -> new BufferedInputStream(Files.newInputStream(file))));
        Files.delete(file);
    }

    private FilterBuilder<Long> built(long from, long end) {
        FilterBuilder<Long> builder = FilterBuilder.of(spec, Elements.longs());
        for (long element = from; element < end; element++) {
            builder.add(element);
        }
        return builder;
    }

    /** Asks for some of the elements, and deletes the filter. */
    @TearDown(Level.Invocation)
    public void check() {
        Fork.aside(() -> {
            List<Long> probes = LongStream.range(0, PROBES)
                    .map(i -> i * (capacity / PROBES))
                    .boxed()
                    .toList();
            BloomFilter<Long> filter = filters.openExisting(NAME, Elements.longs());
            new ErrorRate("the filter", 0).checkPresent(OurFilter.count(filter.mightContainAll(probes)), PROBES);
            filters.run(FilterRemoval.of(NAME));
        });
    }

    /** Ends the client. */
    @TearDown
    public void close() {
        client.close();
    }
}
