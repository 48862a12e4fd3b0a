package io.polybloom.bench;

import com.google.common.hash.BloomFilter;
import io.polybloom.FilterSpec;
import io.polybloom.bench.client.Client;
import io.polybloom.bench.words.Words;
import io.polybloom.bench.words.WrongAnswerException;
import io.polybloom.locate.FilterBuilder;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * An element to its bits in a filter that is built without a server, beside Guava's filter in memory of the same
 * capacity and rate.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
public class ElementToBits {

    private static final int CAPACITY = 1_000_000;
    private static final double RATE = 0.01;
    private static final int ELEMENTS = 1 << 16;

    private final List<String> elements = Words.some(1, 0, ELEMENTS);
    private int next;
    private FilterBuilder<CharSequence> builder;
    private BloomFilter<CharSequence> guava;

    /** Begins with empty filters. */
    @Setup
    public void prepare() {
        FilterSpec spec = FilterSpec.named("bench")
                .capacity(CAPACITY)
                .falsePositiveRate(RATE)
                .partitions(1)
                .build();
        builder = FilterBuilder.of(spec, Client.TEXT);
        guava = BloomFilter.create(Client.TEXT, CAPACITY, RATE);
    }

    @Benchmark
    public boolean add() {
        return builder.add(element());
    }

    @Benchmark
    public boolean addByGuava() {
        return guava.put(element());
    }

    private String element() {
        return elements.get(next++ & ELEMENTS - 1);
    }

    /** One of the two has been filled, and must know every element that it was given; the other one is empty. */
    @TearDown
    public void check() {
        for (String element : elements.subList(0, Math.min(next, ELEMENTS))) {
            if (!guava.mightContain(element) && builder.add(element)) {
                throw new WrongAnswerException("an element that was added is called absent");
            }
        }
    }
}
