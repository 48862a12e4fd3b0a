package io.polybloom.bench;

import com.google.common.hash.Funnels;
import io.polybloom.BloomFilter;
import io.polybloom.Elements;
import io.polybloom.FilterMirror;
import io.polybloom.FilterSpec;
import io.polybloom.MirrorOptions;
import io.polybloom.bench.client.JedisBenchClient;
import io.polybloom.bench.server.BenchServer;
import io.polybloom.bench.words.ErrorRate;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
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
 * Look-ups of absent elements in a full filter in the memory of this JVM, beside Guava's. Each element is another one,
 * and is written into the array of an earlier one: so the caches of the processor have the element, as that of a
 * request, but not its bits.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
public class Mirror {

    private static final double RATE = 0.01;
    private static final int CALL = 1000;

    /** The elements that one thread asks for. */
    @State(Scope.Thread)
    public static class Absent {

        private static final VarHandle LONG =
                MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

        private final List<byte[]> arrays = new ArrayList<>();
        private long next = 1L << 40;

        /** Makes the arrays that the elements are written into. */
        @Setup
        public void prepare() {
            while (arrays.size() < CALL) {
                arrays.add(new byte[2 * Long.BYTES]);
            }
        }

        private static byte[] write(byte[] element, long number) {
            LONG.set(element, 0, number * 0x9e3779b97f4a7c15L);
            LONG.set(element, Long.BYTES, number);
            return element;
        }

        byte[] one() {
            return write(arrays.get(0), next++);
        }

        List<byte[]> call() {
            for (byte[] element : arrays) {
                write(element, next++);
            }
            return arrays;
        }
    }

    /** A filter in Redis and its mirror here. */
    @State(Scope.Benchmark)
    public static class Mirrored {

        /** The number of elements of the filter. */
        @Param("10000000")
        public int capacity;

        private JedisBenchClient client;
        private FilterMirror<byte[]> mirror;

        /** Fills the filter, and reads the mirror. */
        @Setup
        public void open() {
            client = Rig.jedis(BenchServer.LOOPBACK);
            BloomFilter<byte[]> filter = client.filtersOfOthers()
                    .open(
                            FilterSpec.named("bench mirror")
                                    .capacity(capacity)
                                    .falsePositiveRate(RATE)
                                    .build(),
                            Elements.bytes());
            filter.load(present(capacity), read -> {});
            mirror = client.filtersOfOthers()
                    .mirror(
                            "bench mirror",
                            Elements.bytes(),
                            MirrorOptions.defaults().longestStaleness(Duration.ofHours(1)));
            check("mirror", mirror::mightContain, capacity);
        }

        /** Ends the client. */
        @TearDown
        public void close() {
            mirror.close();
            client.close();
        }
    }

    /** Guava's filter of the same elements. */
    @State(Scope.Benchmark)
    public static class Guava {

        /** The number of elements of the filter. */
        @Param("10000000")
        public int capacity;

        private com.google.common.hash.BloomFilter<byte[]> filter;

        /** Fills the filter. */
        @Setup
        public void open() {
            filter = com.google.common.hash.BloomFilter.create(Funnels.byteArrayFunnel(), capacity, RATE);
            present(capacity).forEach(filter::put);
            check("Guava", filter::mightContain, capacity);
        }
    }

    private static Iterable<byte[]> present(int count) {
        return () -> LongStream.range(0, count)
                .mapToObj(number -> Absent.write(new byte[2 * Long.BYTES], number))
                .iterator();
    }

    private static void check(String name, Predicate<byte[]> filter, int capacity) {
        int probes = Math.min(capacity, 100_000);
        byte[] element = new byte[2 * Long.BYTES];
        ErrorRate judge = new ErrorRate(name, 0.05);
        judge.checkPresent(count(filter, element, 0, probes), probes);
        judge.check(count(filter, element, 1L << 41, probes), probes, RATE);
    }

    private static long count(Predicate<byte[]> filter, byte[] element, long from, int count) {
        return LongStream.range(from, from + count)
                .filter(number -> filter.test(Absent.write(element, number)))
                .count();
    }

    @Benchmark
    public boolean mightContain(Mirrored filter, Absent elements) {
        return filter.mirror.mightContain(elements.one());
    }

    @Benchmark
    @OperationsPerInvocation(CALL)
    public boolean[] mightContainAll(Mirrored filter, Absent elements) {
        return filter.mirror.mightContainAll(elements.call());
    }

    @Benchmark
    public boolean mightContainByGuava(Guava filter, Absent elements) {
        return filter.filter.mightContain(elements.one());
    }
}
