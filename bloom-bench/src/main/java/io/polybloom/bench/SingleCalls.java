package io.polybloom.bench;

import io.polybloom.FilterOptions;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Calls about one element, one after the other, beside a GET of a missing key: the distribution of their times. */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
public class SingleCalls {

    /** A filter of ours that is asked about one element at a time. */
    public static class Ours extends Subject {

        /** What the commands go through. */
        @Param({"jedis", "lettuce", "redisson", "vertx", "glide"})
        public String client;

        /** The layout of the bits. */
        @Param("classic-v1")
        public String layout;

        /** Whether each call is reported to a listener, which does nothing. */
        @Param("false")
        public boolean listener;

        @Override
        Rig start() {
            FilterOptions options = FilterOptions.defaults();
            return Rig.ours(
                    client, server, spec -> spec.layout(layout), listener ? options.listener(report -> {}) : options);
        }
    }

    /** The filter of a peer that is asked about one element at a time. */
    public static class Peer extends Subject {

        /** Redisson's RBloomFilter, k pipelined SETBITs, a script for each element (go-zero), the Bloom module. */
        @Param({"redisson", "bits", "script"})
        public String peer;

        @Override
        Rig start() {
            return Rig.peer(peer, server);
        }
    }

    /** Where one thread is in the words; several threads ask for different ones. */
    @State(Scope.Thread)
    public static class Place {

        private static final AtomicInteger THREADS = new AtomicInteger();

        private long next = (long) THREADS.getAndIncrement() << 24;

        /** Asks for an element that is in the filter, then for one that is not, and so on. */
        boolean ask(Subject subject) {
            boolean isPresent = (next++ & 1) == 0;
            String word = isPresent ? subject.presentWord(next) : subject.absentWord(next);
            boolean answer = subject.filter().containsOne(word);
            if (isPresent) {
                subject.arePresent(answer ? 1 : 0, 1);
            } else {
                subject.areAbsent(answer ? 1 : 0, 1);
            }
            return answer;
        }
    }

    @Benchmark
    public boolean add(Ours filter) {
        return filter.addNext();
    }

    @Benchmark
    public boolean addByPeer(Peer filter) {
        return filter.addNext();
    }

    @Benchmark
    public boolean mightContain(Ours filter, Place place) {
        return place.ask(filter);
    }

    @Benchmark
    public boolean mightContainByPeer(Peer filter, Place place) {
        return place.ask(filter);
    }

    /** The least that any call costs. */
    @Benchmark
    public boolean get(Get client) {
        return client.missing();
    }
}
