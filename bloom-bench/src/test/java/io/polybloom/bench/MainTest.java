package io.polybloom.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.bench.run.WrongAnswerException;
import io.polybloom.bench.suite.Section;
import io.polybloom.bench.suite.Target;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class MainTest {

    @TempDir
    Path directory;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    /** The whole benchmark, small: whatever it measures still runs and answers rightly. */
    @Test
    void aQuickRunMeasuresEverySection() throws IOException {
        Path report = directory.resolve("report.html");
        Path charts = directory.resolve("charts");
        int exit = execute(
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
        assertEquals(0, exit, err.toString());
        String page = Files.readString(report);
        for (String title : List.of(
                "== Bulk add and look-up ==",
                "== Bulk operations by the size of the call ==",
                "== Single calls ==",
                "== Single calls of many callers ==",
                "== Bulk load ==",
                "== Near cache ==",
                "== Cost as the capacity grows ==",
                "== Size of partitions ==",
                "== Claims ==",
                "== Error rate against fill ==",
                "== In memory ==",
                "== Command line ==",
                "== Clusters ==",
                "== Targets ==")) {
            assertTrue(out.toString().contains(title), title);
            assertTrue(page.contains("<h2>" + title.replace("==", "").strip() + "</h2>"), title);
        }
        for (Target target : Target.values()) {
            boolean isModules = target == Target.CALLS_MODULE_ADD || target == Target.CALLS_MODULE_SERVER;
            assertEquals(!isModules, out.toString().contains(target.what()), target.what());
        }
        assertFalse(out.toString().contains("not measured"), "every target has its figure");
        assertTrue(Files.exists(charts.resolve("error-rate-against-fill.png")));
        assertTrue(out.toString().contains("java "), "the command line");
        assertTrue(out.toString().contains("Jedis 8."), "the versions");
        assertTrue(out.toString().contains("appendonly \"no\""), "the settings of the server");
    }

    @Test
    void aWrongAnswerFailsTheRun() {
        Section lying = bench -> {
            throw new WrongAnswerException("999 of 1000 found");
        };
        Path report = directory.resolve("report.html");
        assertEquals(1, execute(Map.of("lying", lying), "--quick", "--report", report.toString()));
        assertTrue(err.toString().contains("WRONG ANSWER: 999 of 1000 found"), err.toString());
        assertFalse(Files.exists(report));
    }

    @Test
    void anUnknownSectionIsWrongUsage() {
        assertEquals(2, execute(Section.all(), "--only", "bulk,nonsense"));
        assertTrue(err.toString().contains("no section 'nonsense': bulk, calls, single,"), err.toString());
    }

    @Test
    void aServerThatIsNotThereIsWrongUsage() {
        Path missing = directory.resolve("redis-server");
        assertEquals(2, execute(Section.all(), "--redis-server", missing.toString()));
        assertTrue(err.toString().contains("--redis-server: there is no file " + missing), err.toString());
    }

    /** Takes the place of the command line, which is built after this module. */
    private Path standIn() throws IOException {
        Path script = directory.resolve("bloom");
        Files.writeString(script, "#!/bin/sh\nfor file; do :; done\nexec cat \"$file\"\n");
        assertTrue(script.toFile().setExecutable(true));
        return script;
    }

    private int execute(Map<String, Section> sections, String... arguments) {
        return new CommandLine(new Main(sections))
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments);
    }
}
