package io.polybloom.bench;

import io.polybloom.FilterOptions;
import io.polybloom.bench.filter.ClaimingFilter;
import io.polybloom.bench.filter.OurFilter;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Warmup;

/** Adds with claims, which are settled after each call, and without: the time of one element. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@OperationsPerInvocation(Calls.ELEMENTS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
public class Claims {

    /** A filter whose elements may be claimed. */
    public static class Claiming extends Calls {

        /** What the commands go through. */
        @Param("jedis")
        public String client;

        /** Whether they are. */
        @Param({"true", "false"})
        public boolean claimed;

        @Override
        Rig start() {
            Rig plain = Rig.ours(client, server, spec -> spec, FilterOptions.defaults());
            return claimed ? new Rig(plain.client(), new ClaimingFilter((OurFilter) plain.filter())) : plain;
        }
    }

    @Benchmark
    public void add(Claiming filter) {
        filter.add();
    }

    /** All elements are there before. */
    @Benchmark
    public void repeat(Claiming filter) {
        filter.repeat();
    }
}
