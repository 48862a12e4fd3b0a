package io.polybloom.bench;

import io.polybloom.BloomFilter;
import io.polybloom.FilterMirror;
import io.polybloom.FilterSpec;
import io.polybloom.MirrorOptions;
import io.polybloom.bench.client.Client;
import io.polybloom.bench.client.JedisBenchClient;
import io.polybloom.bench.filter.OurFilter;
import io.polybloom.bench.server.BenchServer;
import io.polybloom.bench.server.Fork;
import io.polybloom.bench.words.ErrorRate;
import io.polybloom.bench.words.Words;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
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
 * A refresh of a mirror after a number of adds, through Jedis. The filter is empty before, so that each add sets all
 * the bits of its element: most bits change that can.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 1)
@Measurement(iterations = 3)
public class MirrorRefresh {

    private static final String NAME = "bench";

    /** The number of distinct elements for which the filter is made. */
    @Param("100000000")
    public long capacity;

    /** How many elements are added before the refresh; -1 for the first refresh, which reads everything. */
    @Param({"-1", "0", "10", "100", "10000"})
    public int adds;

    private JedisBenchClient client;
    private BloomFilter<CharSequence> filter;
    private @Nullable FilterMirror<CharSequence> mirror;
    private List<String> words = List.of();
    private int seed;

    /** Starts the server and the client. */
    @Setup
    public void start() {
        client = Rig.jedis(BenchServer.LOOPBACK);
    }

    /** Creates the filter and its mirror, and adds the elements. */
    @Setup(Level.Invocation)
    public void prepare() {
        Fork.aside(() -> {
            filter = client.open(FilterSpec.named(NAME)
                    .capacity(capacity)
                    .falsePositiveRate(0.01)
                    .build());
            words = Words.some(++seed, 0, Math.max(0, adds));
            mirror = adds < 0 ? null : mirror();
            filter.addAll(words);
        });
    }

    private FilterMirror<CharSequence> mirror() {
        return client.filtersOfOthers().mirror(NAME, Client.TEXT, MirrorOptions.defaults());
    }

    @Benchmark
    public void refresh() {
        if (mirror == null) {
            mirror = mirror();
        } else {
            mirror.refresh();
        }
    }

    /** Asks for what was added, and deletes the filter. */
    @TearDown(Level.Invocation)
    public void check() {
        new ErrorRate("the mirror", 0).checkPresent(OurFilter.count(mirror.mightContainAll(words)), words.size());
        mirror.close();
        Fork.aside(filter::delete);
    }

    /** Ends the client. */
    @TearDown
    public void close() {
        client.close();
    }
}
