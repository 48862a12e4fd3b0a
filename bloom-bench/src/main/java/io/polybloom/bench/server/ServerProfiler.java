package io.polybloom.bench.server;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.ScalarResult;

/**
 * Reads in {@code INFO} what the server of the fork has used: processor time, bytes and commands of an operation, and
 * its memory at the end.
 */
public final class ServerProfiler implements InternalProfiler {

    private @Nullable ServerUse before;

    @Override
    public String getDescription() {
        return "processor time, bytes, commands and memory of the Redis server";
    }

    /** The first iteration starts the server; it is one that warms up. */
    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        before = Fork.meter().map(InfoMeter::before).orElse(null);
        Fork.countAll();
    }

    @Override
    public List<ScalarResult> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        Optional<InfoMeter> meter = Fork.meter();
        ServerUse start = before;
        if (meter.isEmpty() || start == null) {
            return List.of();
        }
        ServerUse use = meter.get().after().since(start).since(Fork.aside());
        double operations = result.getMetadata().getMeasuredOps();
        return List.of(
                result("server.time", use.micros() / operations, "us/op"),
                result("server.in", use.bytesIn() / operations, "B/op"),
                result("server.out", use.bytesOut() / operations, "B/op"),
                result("server.commands", use.commands() / operations, "#/op"),
                result("server.memory", meter.get().memory(), "B"));
    }

    private static ScalarResult result(String name, double value, String unit) {
        return new ScalarResult(name, value, unit, AggregationPolicy.AVG);
    }
}
