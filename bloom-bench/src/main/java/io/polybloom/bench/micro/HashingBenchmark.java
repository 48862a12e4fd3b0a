package io.polybloom.bench.micro;

import com.google.common.hash.BloomFilter;
import com.google.common.hash.Funnel;
import com.google.common.hash.Funnels;
import io.polybloom.FilterSpec;
import io.polybloom.locate.FilterBuilder;
import java.nio.charset.StandardCharsets;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * An element to its bits in a filter that is built without a server, against Guava's in-memory filter of the same
 * capacity and rate.
 */
@State(Scope.Thread)
public class HashingBenchmark {

    private static final int CAPACITY = 1_000_000;
    private static final double RATE = 0.01;
    private static final Funnel<CharSequence> TEXT = Funnels.stringFunnel(StandardCharsets.UTF_8);

    private Sample sample;
    private FilterBuilder<CharSequence> builder;
    private BloomFilter<CharSequence> guava;

    @Setup
    public void prepare() {
        sample = new Sample();
        FilterSpec spec = FilterSpec.named("bench")
                .capacity(CAPACITY)
                .falsePositiveRate(RATE)
                .partitions(1)
                .build();
        builder = FilterBuilder.of(spec, TEXT);
        guava = BloomFilter.create(TEXT, CAPACITY, RATE);
    }

    @Benchmark
    public boolean elementToBits() {
        return builder.add(sample.next());
    }

    @Benchmark
    public boolean guavaPut() {
        return guava.put(sample.next());
    }

    /** One of the two has been filled, and must know every element that it was given; the other one is empty. */
    @TearDown
    public void check() {
        for (String element : sample.taken()) {
            if (!guava.mightContain(element) && builder.add(element)) {
                throw new IllegalStateException("forgotten: " + element);
            }
        }
    }
}
