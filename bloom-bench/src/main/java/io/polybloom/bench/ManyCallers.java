package io.polybloom.bench;

import io.polybloom.FilterOptions;
import io.polybloom.bench.client.RedissonBenchClient;
import io.polybloom.bench.client.VertxBenchClient;
import io.polybloom.bench.filter.FutureCalls;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Look-ups of one element by 64 threads at a time, or as many as {@code -t} says; and by one thread that does not wait
 * for each answer.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Threads(64)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
public class ManyCallers {

    private static final int CALLS = 10_000;

    @Benchmark
    public boolean mightContain(SingleCalls.Ours filter, SingleCalls.Place place) {
        return place.ask(filter);
    }

    @Benchmark
    public boolean mightContainByPeer(SingleCalls.Peer filter, SingleCalls.Place place) {
        return place.ask(filter);
    }

    /** The least that any call costs. */
    @Benchmark
    public boolean get(Get client) {
        return client.missing();
    }

    @Benchmark
    @Threads(1)
    @OperationsPerInvocation(CALLS)
    public void inFlight(Ours filter) {
        filter.askAll();
    }

    @Benchmark
    @Threads(1)
    @OperationsPerInvocation(CALLS)
    public void inFlightByPeer(Peer filter) {
        filter.askAll();
    }

    /** A filter whose answers are futures. */
    public abstract static class Futures extends Subject {

        /** How many answers may be under way. */
        @Param("256")
        public int inFlight;

        private Function<String, CompletionStage<Boolean>> filter;
        private long next;

        /** Returns how the full filter is asked. */
        abstract Function<String, CompletionStage<Boolean>> asking();

        @Override
        void prepared() {
            filter = asking();
        }

        /** Asks for elements one half of which is in the filter, and waits for the last answer. */
        final void askAll() {
            Semaphore free = new Semaphore(inFlight);
            AtomicLong found = new AtomicLong();
            AtomicLong invented = new AtomicLong();
            AtomicReference<Throwable> failed = new AtomicReference<>();
            for (int i = 0; i < CALLS; i++) {
                free.acquireUninterruptibly();
                boolean isPresent = (i & 1) == 0;
                String word = isPresent ? presentWord(next++) : absentWord(next++);
                filter.apply(word).whenComplete((answer, failure) -> {
                    if (failure != null) {
                        failed.set(failure);
                    } else if (answer) {
                        (isPresent ? found : invented).incrementAndGet();
                    }
                    free.release();
                });
            }
            free.acquireUninterruptibly(inFlight);
            if (failed.get() != null) {
                throw new IllegalStateException("a call has failed", failed.get());
            }
            arePresent(found.get(), CALLS / 2);
            areAbsent(invented.get(), CALLS / 2);
        }
    }

    /** A filter of ours whose answers are futures. */
    public static class Ours extends Futures {

        /** What the commands go through. */
        @Param({"redisson", "vertx"})
        public String client;

        @Override
        Rig start() {
            return Rig.ours(client, server, spec -> spec, FilterOptions.defaults());
        }

        @Override
        Function<String, CompletionStage<Boolean>> asking() {
            if (rig().client() instanceof RedissonBenchClient redisson) {
                return FutureCalls.ours(redisson);
            }
            if (rig().client() instanceof VertxBenchClient vertx) {
                return FutureCalls.ours(vertx);
            }
            throw new IllegalArgumentException("-p client=" + client + " gives no futures: name redisson or vertx");
        }
    }

    /** Redisson's {@code containsAsync}. */
    public static class Peer extends Futures {

        /** The only peer that gives futures. */
        @Param("redisson")
        public String peer;

        @Override
        Rig start() {
            return Rig.peer(peer, server);
        }

        @Override
        Function<String, CompletionStage<Boolean>> asking() {
            return FutureCalls.peer((RedissonBenchClient) rig().client());
        }
    }
}
