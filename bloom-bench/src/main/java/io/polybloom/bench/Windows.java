package io.polybloom.bench;

import io.polybloom.FilterOptions;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Warmup;

/** Adds and look-ups in a filter that forgets, one of whose slices is used: the time of one element. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@OperationsPerInvocation(Calls.ELEMENTS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
public class Windows {

    /** A filter that forgets after a day. */
    public static class Forgetting extends Calls {

        /** What the commands go through. */
        @Param("jedis")
        public String client;

        /** The layout of the bits. */
        @Param({"classic-v1", "words-v1"})
        public String layout;

        /** How many slices the day has. */
        @Param("12")
        public int slices;

        @Override
        Rig start() {
            return Rig.ours(
                    client,
                    server,
                    spec -> spec.layout(layout).window(Duration.ofDays(1), slices),
                    FilterOptions.defaults());
        }
    }

    @Benchmark
    public void add(Forgetting filter) {
        filter.add();
    }

    @Benchmark
    public void lookUp(Forgetting filter) {
        filter.lookUp();
    }
}
