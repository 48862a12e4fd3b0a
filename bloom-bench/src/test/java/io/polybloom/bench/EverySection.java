package io.polybloom.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.bench.setup.Network;
import io.polybloom.bench.suite.Section;
import io.polybloom.bench.suite.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The whole benchmark on small filters. It takes as long as the tests of several modules together, so {@code .ci/run}
 * runs it by its name, and an ordinary build does not.
 */
class EverySection {

    @TempDir
    Path directory;

    private final BenchCommand bench = new BenchCommand();

    /** Every section runs, its answers are right, and every target gets its figure. */
    @Test
    void aQuickRunMeasuresEverySection() throws IOException {
        Path report = directory.resolve("report.html");
        Path charts = directory.resolve("charts");
        int exit = bench.execute(
                Section.all(),
                "--quick",
                "--before",
                System.getProperty("java.class.path"),
                "--servers",
                "1",
                "--bloom",
                standIn().toString(),
                "--report",
                report.toString(),
                "--charts",
                charts.toString());
        assertEquals(0, exit, bench.err());
        String page = Files.readString(report);
        for (String title : List.of(
                "== Bulk add and look-up ==",
                "== Bulk operations by the size of the call ==",
                "== Networks ==",
                "== Single calls ==",
                "== Single calls of many callers ==",
                "== Bulk load ==",
                "== Near cache ==",
                "== Mirrors ==",
                "== Filters that are built elsewhere ==",
                "== Cost as the capacity grows ==",
                "== Size of partitions ==",
                "== Layouts ==",
                "== Claims ==",
                "== Error rate against fill ==",
                "== In memory ==",
                "== Command line ==",
                "== Clusters ==",
                "== Targets ==")) {
            assertTrue(bench.out().contains(title), title);
            assertTrue(page.contains("<h2>" + title.replace("==", "").strip() + "</h2>"), title);
        }
        Optional<String> obstacle = Network.obstacle();
        obstacle.ifPresent(reason -> assertTrue(bench.out().contains("Not measured: " + reason), bench.out()));
        for (Target target : Target.values()) {
            boolean isModules = target == Target.CALLS_MODULE_ADD || target == Target.CALLS_MODULE_SERVER;
            assertEquals(!isModules, bench.out().contains(target.title()), target.title());
        }
        long withoutFigure = bench.out()
                .lines()
                .filter(line -> line.endsWith("not measured"))
                .count();
        assertEquals(obstacle.isPresent() ? 3 : 0, withoutFigure, "every target has its figure, where it can");
        assertTrue(Files.exists(charts.resolve("error-rate-against-fill.png")));
        assertTrue(bench.out().contains("java "), "the command line");
        assertTrue(bench.out().contains("Jedis 8."), "the versions");
        assertTrue(bench.out().contains("appendonly \"no\""), "the settings of the server");
    }

    /** Takes the place of the command line, which is built after this module. */
    private Path standIn() throws IOException {
        Path script = directory.resolve("bloom");
        Files.writeString(script, "#!/bin/sh\nfor file; do :; done\nexec awk '!seen[$0]++' \"$file\"\n");
        assertTrue(script.toFile().setExecutable(true));
        return script;
    }
}
