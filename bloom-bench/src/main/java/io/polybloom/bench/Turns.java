package io.polybloom.bench;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.polybloom.bench.report.Measured;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs JMH in turns. JMH would finish all forks of one benchmark before it begins with the next, and a machine that is
 * busy for a minute would spoil that one. Here each turn is one fork of every benchmark, by every build under
 * comparison. The result has JMH's own form, in which a turn is a fork, so ratios can be taken within a turn.
 */
final class Turns {

    private static final Gson JSON = new GsonBuilder().setPrettyPrinting().create();

    /** One run of JMH: all its benchmarks, each in one fork. */
    @FunctionalInterface
    interface Run {

        /** Returns the results as JMH writes them. */
        String of(Path build);
    }

    private final List<Path> builds;
    private final Run run;

    /** Results by benchmark, mode, parameters and build. */
    private final Map<String, JsonObject> results = new LinkedHashMap<>();

    /**
     * Prepares the turns.
     *
     * @param builds the jars of the builds to compare; the results of all but the first have the parameter
     *     {@link Measured#BUILD}
     */
    Turns(List<Path> builds, Run run) {
        this.builds = builds;
        this.run = run;
    }

    /** Takes a number of turns, and writes what they have measured into a file after each. */
    void take(int turns, Path file) throws IOException {
        for (int turn = 0; turn < turns; turn++) {
            System.err.println("turn " + (turn + 1) + " of " + turns);
            for (Path build : builds) {
                JSON.fromJson(run.of(build), JsonArray.class)
                        .forEach(result -> add(build, turn(result.getAsJsonObject(), build)));
            }
            Files.writeString(file, JSON.toJson(results.values()));
        }
    }

    /**
     * Runs the jar of a build with options of JMH, and the properties of this JVM, which JMH passes on to its forks.
     */
    static String jmh(Path build, List<String> options) {
        try {
            Path result = Files.createTempFile("bloom-bench", ".json");
            List<String> command = new ArrayList<>();
            command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
            command.addAll(List.of("-jar", build.toString()));
            command.addAll(options);
            command.addAll(List.of("-f", "1", "-rf", "json", "-rff", result.toString()));
            int exit = new ProcessBuilder(command).inheritIO().start().waitFor();
            if (exit != 0) {
                throw new IllegalStateException("JMH has ended with " + exit);
            }
            String measured = Files.readString(result);
            Files.delete(result);
            return measured;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", interrupted);
        }
    }

    private JsonObject turn(JsonObject result, Path build) {
        if (!build.equals(builds.get(0))) {
            JsonObject parameters = result.has("params") ? result.getAsJsonObject("params") : new JsonObject();
            parameters.addProperty(Measured.BUILD, build.toString());
            result.add("params", parameters);
        }
        return result;
    }

    private void add(Path build, JsonObject one) {
        String key = one.get("benchmark") + " " + one.get("mode") + " " + one.get("params") + " " + build;
        JsonObject before = results.putIfAbsent(key, one);
        if (before != null) {
            before.addProperty(
                    "forks", before.get("forks").getAsInt() + one.get("forks").getAsInt());
            append(before, one, "primaryMetric");
            JsonObject metrics = one.getAsJsonObject("secondaryMetrics");
            JsonObject all = before.getAsJsonObject("secondaryMetrics");
            for (String metric : metrics.keySet()) {
                if (all.has(metric)) {
                    append(all, metrics, metric);
                } else {
                    // The collector of garbage has some only in a turn in which it ran.
                    all.add(metric, metrics.get(metric));
                }
            }
        }
    }

    /** Appends the forks of a metric; its mean and its percentiles stay those of the first turn. */
    private static void append(JsonObject before, JsonObject more, String metric) {
        JsonObject all = before.getAsJsonObject(metric);
        for (String data : List.of("rawData", "rawDataHistogram")) {
            JsonElement forks = more.getAsJsonObject(metric).get(data);
            if (forks != null) {
                all.getAsJsonArray(data).addAll(forks.getAsJsonArray());
            }
        }
    }
}
