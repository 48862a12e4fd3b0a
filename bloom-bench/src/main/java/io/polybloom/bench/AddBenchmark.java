package io.polybloom.bench;

import io.polybloom.FilterSpec;
import io.polybloom.OverCapacity;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
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
import redis.embedded.RedisServer;

/**
 * Single against bulk {@code add} over the three clients, in elements per second, one thread, on an embedded Redis. Elements
 * never repeat. A run that finds a wrong answer fails.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 2, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class AddBenchmark {

    private static final int BATCH = 1000;

    /** More than one run can add, so that the share of false positives stays below p. */
    private static final long CAPACITY = 20_000_000;

    @Param({"jedis", "redisson", "vertx"})
    public String client;

    private RedisServer server;
    private Client filter;
    private long next;
    private long refused;

    @Setup(Level.Trial)
    public void start() throws IOException {
        server = RedisServer.newRedisServer()
                .port(freePort())
                .bind("127.0.0.1")
                .setting("save \"\"")
                .build();
        server.start();
        filter = Client.named(client, server.ports().get(0));
        filter.open(FilterSpec.named("bench")
                .capacity(CAPACITY)
                .falsePositiveRate(0.01)
                .overCapacity(OverCapacity.DEGRADE)
                .build());
    }

    @TearDown(Level.Trial)
    public void stop() throws IOException {
        filter.close();
        server.stop();
        if (next <= CAPACITY && refused > 0.011 * next + 100) {
            throw new IllegalStateException(refused + " of " + next + " new elements were called seen");
        }
    }

    @Benchmark
    public boolean single() {
        boolean fresh = filter.add("element-" + next++);
        refused += fresh ? 0 : 1;
        return fresh;
    }

    @Benchmark
    @OperationsPerInvocation(BATCH)
    public boolean[] bulk() {
        List<String> elements = new ArrayList<>(BATCH);
        for (int i = 0; i < BATCH; i++) {
            elements.add("element-" + next++);
        }
        boolean[] answers = filter.addAll(elements);
        for (boolean fresh : answers) {
            refused += fresh ? 0 : 1;
        }
        return answers;
    }

    private static int freePort() throws IOException {
        try (java.net.ServerSocket socket = new java.net.ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
