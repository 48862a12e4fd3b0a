package io.polybloom.bench;

import io.polybloom.BloomFilter;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.NearCache;
import io.polybloom.bench.client.Client;
import io.polybloom.bench.server.BenchServer;
import io.polybloom.bench.words.Words;
import io.polybloom.bench.words.WrongAnswerException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
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
 * Look-ups of elements that the near cache knows, since this JVM has added them. Through Vert.x the caller, which is no
 * event loop, waits for one to complete each future.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
public class NearCacheHits {

    private static final int KNOWN = 10_000;
    private static final long CACHE_BYTES = 4 << 20;

    /** What the commands go through. */
    @Param({"jedis", "lettuce", "redisson", "vertx", "glide"})
    public String client;

    private final List<String> known = Words.some(1, 0, KNOWN);
    private Client opened;
    private BloomFilter<CharSequence> filter;
    private int next;

    /** Adds the elements. */
    @Setup
    public void open() {
        opened = Rig.client(client, BenchServer.LOOPBACK);
        filter = opened.open(
                FilterSpec.named("bench")
                        .capacity(1_000_000)
                        .falsePositiveRate(0.01)
                        .build(),
                FilterOptions.defaults().nearCache(NearCache.ofMemory(CACHE_BYTES)));
        filter.addAll(known);
    }

    @Benchmark
    public boolean mightContain() {
        if (!filter.mightContain(known.get(next++ % KNOWN))) {
            throw new WrongAnswerException("an element that was added is called absent");
        }
        return true;
    }

    /** Ends the client. */
    @TearDown
    public void close() {
        opened.close();
    }
}
