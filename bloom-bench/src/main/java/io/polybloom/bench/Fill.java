package io.polybloom.bench;

import io.polybloom.FilterOptions;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The error rate of a filter, in percent, by the share of its capacity that is filled, beside what theory expects. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@OperationsPerInvocation(Calls.ELEMENTS)
@Warmup(iterations = 1, time = 1)
@Measurement(iterations = 1, time = 1)
public class Fill {

    private static final double PERCENT = 100;

    /** What is counted beside the time. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Errors {

        /** Of the absent elements, how many percent were called present. */
        public double percent;

        /** The same by the theory of the layout. */
        public double expectedPercent;

        void take(Subject subject) {
            percent = PERCENT * subject.errors();
            expectedPercent = PERCENT * subject.expectedErrors();
        }
    }

    /** A filter of ours. */
    public static class Ours extends Calls {

        /** The percentage of the capacity that is added. */
        @Param({"25", "50", "75", "100"})
        public int fill;

        /** The layout of the bits. */
        @Param({"classic-v1", "blocked-v1", "words-v1"})
        public String layout;

        @Override
        long full() {
            return capacity * fill / 100;
        }

        @Override
        Rig start() {
            return Rig.ours("jedis", server, spec -> spec.layout(layout), FilterOptions.defaults());
        }
    }

    /** The filter of a peer. */
    public static class Peer extends Calls.Peer {

        /** The percentage of the capacity that is added. */
        @Param({"25", "50", "75", "100"})
        public int fill;

        @Override
        long full() {
            return capacity * fill / 100;
        }
    }

    @Benchmark
    public void lookUp(Ours filter, Errors errors) {
        filter.lookUp();
        errors.take(filter);
    }

    @Benchmark
    public void lookUpByPeer(Peer filter, Errors errors) {
        filter.lookUp();
        errors.take(filter);
    }
}
