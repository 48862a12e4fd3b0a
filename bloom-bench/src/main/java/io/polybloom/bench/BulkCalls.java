package io.polybloom.bench;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Warmup;

/** Adds and look-ups of many elements in a call, by one thread: the time of one element. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@OperationsPerInvocation(Calls.ELEMENTS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
public class BulkCalls {

    @Benchmark
    public void add(Calls.Ours filter) {
        filter.add();
    }

    @Benchmark
    public void addByPeer(Calls.Peer filter) {
        filter.add();
    }

    @Benchmark
    public void lookUp(Calls.Ours filter) {
        filter.lookUp();
    }

    @Benchmark
    public void lookUpByPeer(Calls.Peer filter) {
        filter.lookUp();
    }
}
