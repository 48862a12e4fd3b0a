package io.polybloom.bench.micro;

import com.google.common.hash.BloomFilter;
import com.google.common.hash.Funnel;
import com.google.common.hash.Funnels;
import io.polybloom.FilterSpec;
import io.polybloom.layout.Geometry;
import io.polybloom.locate.ElementHasher;
import java.nio.charset.StandardCharsets;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** An element to its bits in a local bitmap, against Guava's in-memory filter of the same capacity and rate. */
@State(Scope.Thread)
public class HashingBenchmark {

    private static final int CAPACITY = 1_000_000;
    private static final double RATE = 0.01;
    private static final Funnel<CharSequence> TEXT = Funnels.stringFunnel(StandardCharsets.UTF_8);

    private Sample sample;
    private ElementHasher<CharSequence> hasher;
    private long[] offsets;
    private long[] bitmap;
    private BloomFilter<CharSequence> guava;

    @Setup
    public void prepare() {
        sample = new Sample();
        FilterSpec spec = FilterSpec.named("bench")
                .capacity(CAPACITY)
                .falsePositiveRate(RATE)
                .partitions(1)
                .build();
        Geometry geometry = spec.geometry(1);
        hasher = new ElementHasher<>(TEXT, spec);
        offsets = new long[geometry.hashes()];
        bitmap = new long[(int) (geometry.partitionBits() / Long.SIZE + 1)];
        guava = BloomFilter.create(TEXT, CAPACITY, RATE);
    }

    @Benchmark
    public boolean elementToBits() {
        return put(sample.next());
    }

    @Benchmark
    public boolean guavaPut() {
        return guava.put(sample.next());
    }

    /** One of the two has been filled, and must know every element that it was given; the other one is empty. */
    @TearDown
    public void check() {
        for (String element : sample.taken()) {
            if (!guava.mightContain(element) && put(element)) {
                throw new IllegalStateException("forgotten: " + element);
            }
        }
    }

    private boolean put(String element) {
        hasher.locate(element, offsets);
        long absent = 0;
        for (long offset : offsets) {
            int word = (int) (offset >>> 6);
            long bit = 1L << offset;
            absent |= ~bitmap[word] & bit;
            bitmap[word] |= bit;
        }
        return absent != 0;
    }
}
