package io.polybloom.bench.report;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * One benchmark with its parameters, as JMH's JSON has it: a value for each fork, which is a turn.
 *
 * @param name the class and the method, such as {@code BulkCalls.add}; a method is called after what it does, and then
 *     after the peer, such as {@code addByPeer}
 * @param mode how it was measured
 * @param parameters by their names
 * @param nanos of an operation in each turn; of samples, the median
 * @param samples all samples in microseconds, from the fastest to the slowest, each with how often it occurred; empty
 *     in other modes
 * @param metrics of the profilers, of each turn
 */
public record Measured(
        String name,
        Mode mode,
        Map<String, String> parameters,
        double[] nanos,
        List<double[]> samples,
        Map<String, double[]> metrics) {

    /** The parameter that tells an earlier build from this one. */
    public static final String BUILD = "build";

    private static final Map<String, Double> NANOS = Map.of("ns", 1.0, "us", 1e3, "ms", 1e6, "s", 1e9);

    /** How JMH has measured. */
    public enum Mode {
        /** The mean time of an operation, by {@code avgt} or, of several threads together, {@code thrpt}. */
        MEAN,
        /** The times of single operations, by {@code sample}. */
        SAMPLES,
        /** The time of the only operation of an iteration, by {@code ss}. */
        ONCE
    }

    /** Reads the results of a run. */
    public static List<Measured> read(Path file) throws IOException {
        return stream(new Gson().fromJson(Files.readString(file), JsonArray.class))
                .map(result -> of(result.getAsJsonObject()))
                .toList();
    }

    private static Measured of(JsonObject result) {
        String name = result.get("benchmark").getAsString();
        Map<String, String> parameters = new LinkedHashMap<>();
        if (result.has("params")) {
            result.getAsJsonObject("params")
                    .entrySet()
                    .forEach(entry ->
                            parameters.put(entry.getKey(), entry.getValue().getAsString()));
        }
        Map<String, double[]> metrics = new LinkedHashMap<>();
        result.getAsJsonObject("secondaryMetrics")
                .entrySet()
                .forEach(entry -> metrics.put(
                        entry.getKey().replaceFirst(".*:", ""),
                        means(entry.getValue().getAsJsonObject().getAsJsonArray("rawData"))));
        JsonObject primary = result.getAsJsonObject("primaryMetric");
        String unit = primary.get("scoreUnit").getAsString();
        Mode mode = switch (result.get("mode").getAsString()) {
            case "sample" -> Mode.SAMPLES;
            case "ss" -> Mode.ONCE;
            default -> Mode.MEAN;
        };
        List<List<double[]>> forks = mode == Mode.SAMPLES
                ? stream(primary.getAsJsonArray("rawDataHistogram"))
                        .map(fork -> samples(fork.getAsJsonArray(), unit))
                        .toList()
                : List.of();
        return new Measured(
                name.substring(name.lastIndexOf('.', name.lastIndexOf('.') - 1) + 1),
                mode,
                parameters,
                mode == Mode.SAMPLES
                        ? forks.stream()
                                .mapToDouble(fork -> 1000 * percentile(fork, 50))
                                .toArray()
                        : Stream.of(means(primary.getAsJsonArray("rawData")))
                                .flatMapToDouble(Arrays::stream)
                                .map(score -> nanos(score, unit))
                                .toArray(),
                sorted(forks.stream().flatMap(List::stream).toList()),
                metrics);
    }

    /** Scores are times per operation, such as {@code us/op}, or operations per time, such as {@code ops/us}. */
    private static double nanos(double score, String unit) {
        String[] parts = unit.split("/");
        return parts[0].equals("ops")
                ? NANOS.getOrDefault(parts[1], Double.NaN) / score
                : NANOS.getOrDefault(parts[0], Double.NaN) * score;
    }

    /** Returns the mean of the iterations of each fork. */
    private static double[] means(JsonArray forks) {
        return stream(forks)
                .mapToDouble(fork -> stream(fork.getAsJsonArray())
                        .mapToDouble(JsonElement::getAsDouble)
                        .average()
                        .orElse(Double.NaN))
                .toArray();
    }

    /** Returns the samples of all iterations of a fork; each iteration lists values and how often they occurred. */
    private static List<double[]> samples(JsonArray fork, String unit) {
        List<double[]> samples = new ArrayList<>();
        for (JsonElement iteration : fork) {
            for (JsonElement sample : iteration.getAsJsonArray()) {
                JsonArray pair = sample.getAsJsonArray();
                double micros = nanos(pair.get(0).getAsDouble(), unit) / 1000;
                samples.add(new double[] {micros, pair.get(1).getAsDouble()});
            }
        }
        return sorted(samples);
    }

    private static List<double[]> sorted(List<double[]> samples) {
        return samples.stream()
                .sorted((one, other) -> Double.compare(one[0], other[0]))
                .toList();
    }

    private static double percentile(List<double[]> sorted, double percent) {
        double all = sorted.stream().mapToDouble(pair -> pair[1]).sum();
        double seen = 0;
        for (double[] pair : sorted) {
            seen += pair[1];
            if (seen >= all * percent / 100) {
                return pair[0];
            }
        }
        return Double.NaN;
    }

    private static Stream<JsonElement> stream(JsonArray array) {
        return StreamSupport.stream(array.spliterator(), false);
    }

    /** Returns the class. */
    public String question() {
        return name.substring(0, name.indexOf('.'));
    }

    /** Returns what was done, without the name of the peer: {@code add} for {@code addByPeer}. */
    public String operation() {
        return name.substring(name.indexOf('.') + 1).replaceFirst("By[A-Z]\\w*$", "");
    }

    /** Returns a parameter; empty if the benchmark does not have it. */
    public Optional<String> parameter(String parameter) {
        return Optional.ofNullable(parameters.get(parameter));
    }

    /** Returns who was measured: the client of ours, the peer, or what the name of the method says. */
    public String who() {
        String method = name.substring(name.indexOf('.') + 1);
        return parameter("client")
                .map(client -> operation().equals("get") ? client + ", GET" : client + " (ours)")
                .or(() -> parameter("peer"))
                .orElse(
                        method.equals(operation())
                                ? "ours"
                                : method.substring(operation().length() + 2));
    }

    /** Returns operations in a second. */
    public Figure perSecond() {
        return Figure.of(Arrays.stream(nanos).map(time -> 1e9 / time).toArray());
    }

    /** Returns a percentile of all samples, in microseconds. */
    public double percentile(double percent) {
        return percentile(samples, percent);
    }

    /** Returns what a profiler has measured, if it was there. */
    public Optional<Figure> metric(String metric) {
        return Optional.ofNullable(metrics.get(metric)).map(Figure::of);
    }

    /** Returns how many times as fast this one is as another one, by the turns that both have taken. */
    public Figure speedUp(Measured other) {
        return Figure.ofRatios(other.nanos, nanos);
    }
}
