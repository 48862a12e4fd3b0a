package io.polybloom.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.bench.report.Measured;
import io.polybloom.bench.server.ServerProfiler;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Each benchmark once. It takes as long as the tests of several modules together, so {@code .ci/run} runs it by its
 * name, and an ordinary build does not.
 */
class EveryBenchmark {

    @TempDir
    Path directory;

    /** Every benchmark runs, its answers are right, and the report shows it. */
    @Test
    void isRunAndShown() throws Exception {
        List<String> files = List.of(
                run("^(?!.*ManyCallers)", "jedis"),
                run("ManyCallers", "redisson", "vertx"),
                run("NearCache", "lettuce", "glide"));
        Set<String> measured = new TreeSet<>();
        Set<String> questions = new TreeSet<>();
        for (String file : files) {
            for (Measured result : Measured.read(Path.of(file))) {
                measured.add(result.name());
                questions.add(result.question());
            }
        }
        Set<String> all = BenchmarkList.defaultList()
                .getAll(OutputFormatFactory.createFormatInstance(System.out, VerboseMode.SILENT), List.of())
                .stream()
                .map(benchmark -> benchmark.getUsername().replace("io.polybloom.bench.", ""))
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(all, measured);
        Path page = directory.resolve("report.html");
        Path charts = directory.resolve("charts");
        List<String> command = new ArrayList<>(files);
        command.add(0, "report");
        command.addAll(List.of("--page", page.toString(), "--charts", charts.toString()));
        assertEquals(0, Main.commands().execute(command.toArray(new String[0])));
        String report = Files.readString(page);
        for (String question : questions) {
            assertTrue(report.contains("<h2>" + question + "</h2>"), question);
        }
        assertTrue(Files.exists(charts.resolve("fill-lookup-by-fill.png")));
        assertTrue(report.contains("Jedis 8."), "the versions");
    }

    /** Returns the file with the results. */
    private String run(String benchmarks, String... clients) throws RunnerException {
        String results = directory.resolve(clients[0] + ".json").toString();
        new Runner(new OptionsBuilder()
                        .include(benchmarks)
                        .forks(0)
                        .warmupIterations(1)
                        .warmupTime(TimeValue.milliseconds(10))
                        .measurementIterations(1)
                        .measurementTime(TimeValue.milliseconds(10))
                        .param("capacity", "200000")
                        .param("call", "10000")
                        .param("client", clients)
                        .shouldFailOnError(true)
                        .addProfiler(ServerProfiler.class)
                        .resultFormat(ResultFormatType.JSON)
                        .result(results)
                        .verbosity(VerboseMode.SILENT)
                        .build())
                .run();
        return results;
    }
}
