package io.polybloom.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.tck.judge.Selection;
import io.polybloom.tck.report.Report;
import io.polybloom.tck.report.ReportFiles;
import io.polybloom.tck.report.TestResult;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The kit on the oldest JUnit that it supports and on that of Spring Boot 3.5; all other tests here are on JUnit 6. */
class OtherJUnitTest {

    @TempDir
    Path directory;

    /** A version of the platform: 1.10 belongs to JUnit 5.10. */
    @ParameterizedTest
    @ValueSource(strings = {"1.10.0", "1.12.2"})
    void theKitRunsAndReports(String platform) throws Exception {
        Path log = directory.resolve("log");
        Process jvm = new ProcessBuilder(command(platform))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        int status = jvm.waitFor();
        String output = Files.readString(log);
        assertEquals(0, status, output);
        // The display name comes from the kit, and the three tests from its selection; the smoke stage runs before
        // them.
        assertTrue(output.contains("1.05 an empty batch sends nothing"), output);
        assertTrue(output.contains("[         3 tests successful"), output);
        assertEquals(
                List.of("1.01 PASSED", "1.02 PASSED", "1.05 PASSED", "2.02 PASSED", "2.02 PASSED", "7.01 PASSED"),
                results());
    }

    private List<String> command(String platform) throws IOException {
        Path junit = Path.of("target", "junit", "junit-platform-console-standalone-" + platform + ".jar");
        assertTrue(Files.exists(junit), "mvn generate-test-resources brings " + junit.toAbsolutePath());
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-jar",
                junit.toString(),
                "execute",
                "--class-path",
                classPathWithoutJUnit(),
                "--select-class",
                "io.polybloom.tck.lettuce.KitOfLettuce",
                "--config",
                Selection.ONLY + "=1.05,2.02",
                "--config",
                Report.DIRECTORY + "=" + directory,
                "--config",
                SmokeStage.LIMIT + "=300",
                "--details=tree",
                "--disable-ansi-colors",
                "--fail-if-no-tests");
    }

    private static String classPathWithoutJUnit() {
        List<String> kept = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            if (!Path.of(entry).getFileName().toString().matches("(junit-|opentest4j-).*")) {
                kept.add(entry);
            }
        }
        return String.join(File.pathSeparator, kept);
    }

    private List<String> results() throws IOException {
        List<String> results = new ArrayList<>();
        for (TestResult result : new ReportFiles(directory).read()) {
            results.add(result.rule() + " " + result.outcome());
        }
        return results;
    }
}
