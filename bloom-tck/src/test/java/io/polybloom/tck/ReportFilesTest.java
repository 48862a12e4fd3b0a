package io.polybloom.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.tck.chapter.membership.MembershipTests;
import io.polybloom.tck.report.Outcome;
import io.polybloom.tck.report.ReportFiles;
import io.polybloom.tck.report.TestResult;
import io.polybloom.tck.rule.Rule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several runs, backends and threads write into one report. */
class ReportFilesTest {

    private static final String KIT = ReportFilesTest.class.getName();
    private static final String GROUP = MembershipTests.class.getName();
    private static final String EMPTY_BATCH = "anEmptyBatchSendsNothing";
    private static final Instant TIME = Instant.parse("2026-11-20T10:00:00Z");

    @TempDir
    Path directory;

    private static TestResult result(String backend, String row, Outcome outcome) {
        return new TestResult(backend, "1.05", KIT, GROUP, EMPTY_BATCH, row, outcome, "", TIME);
    }

    private List<String> merge(TestResult... results) throws IOException {
        ReportFiles files = new ReportFiles(directory);
        files.merge(List.of(results));
        return files.read().stream()
                .map(result -> result.backend() + " " + result.row() + " " + result.outcome())
                .toList();
    }

    @Test
    void aLaterRunReplacesItsTestsAndKeepsOtherBackends() throws IOException {
        merge(result("a", "one", Outcome.FAILED), result("a", "two", Outcome.PASSED));
        merge(result("b", "one", Outcome.PASSED));
        assertEquals(
                List.of("a one PASSED", "b one PASSED"),
                merge(result("a", "one", Outcome.PASSED)),
                "row two has not been run again, so it does not exist any more");
    }

    @Test
    void resultsOfTestsThatAreGoneAreDropped() throws IOException {
        merge(
                new TestResult("a", "1.05", KIT, GROUP, "aTestThatWasRemoved", "", Outcome.FAILED, "", TIME),
                new TestResult("a", "1.05", KIT, GROUP + "Removed", EMPTY_BATCH, "", Outcome.FAILED, "", TIME),
                new TestResult("a", "1.05", KIT + "Removed", GROUP, EMPTY_BATCH, "", Outcome.FAILED, "", TIME),
                new TestResult("a", "1.04", KIT, GROUP, EMPTY_BATCH, "another rule", Outcome.FAILED, "", TIME));
        assertEquals(List.of("b one PASSED"), merge(result("b", "one", Outcome.PASSED)));
    }

    @Test
    void manyRunsAtOnceLoseNothing() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Callable<List<String>>> runs = new ArrayList<>();
            for (int i = 0; i < 24; i++) {
                TestResult result = result("backend-" + i, "one", Outcome.PASSED);
                runs.add(() -> merge(result));
            }
            for (Future<List<String>> run : threads.invokeAll(runs)) {
                run.get();
            }
        } finally {
            threads.shutdownNow();
        }
        assertEquals(24, new ReportFiles(directory).read().size());
    }

    @Test
    void aResultSurvivesItsLine() {
        TestResult result = new TestResult(
                "a\tb", "1.05", KIT, GROUP, EMPTY_BATCH, "-ERR \\n or\\", Outcome.FAILED, "one\r\ntwo\t|\n\n", TIME);
        assertEquals(1, result.toLine().lines().count());
        assertEquals(result, TestResult.ofLine(result.toLine()));
    }

    @Test
    void aDamagedFileIsNotTakenForAnEmptyOne() throws IOException {
        merge(result("a", "one", Outcome.PASSED));
        Files.writeString(directory.resolve("results.tsv"), "half a line", StandardOpenOption.APPEND);
        assertThrows(IllegalStateException.class, () -> merge(result("a", "one", Outcome.PASSED)));
    }

    @Test
    void aFileOfAnotherVersionIsReplaced() throws IOException {
        Files.writeString(directory.resolve("results.tsv"), "backend\trule\toutcome\na\t1.05\tPASSED\n");
        assertEquals(List.of("b one PASSED"), merge(result("b", "one", Outcome.PASSED)));
        assertEquals(
                List.of("b one PASSED", "c one PASSED"),
                merge(result("c", "one", Outcome.PASSED)),
                "what this version has written is kept");
    }

    @Test
    void theJsonIsWellFormed() throws IOException {
        merge(new TestResult("a", "1.05", KIT, GROUP, EMPTY_BATCH, "", Outcome.FAILED, "say \"no\"\n\\\u0007", TIME));
        String json = Files.readString(directory.resolve("report.json"));
        String rule = "{\"rule\": \"1.05\", \"level\": \"MUST\","
                + " \"kind\": \"DETERMINISTIC\", \"sentence\": \""
                + Rule.of("1.05").sentence()
                + "\", \"backends\": {\"a\": {\"summary\": \"FAILED\", \"tests\": [{\"test\": \"MembershipTests."
                + EMPTY_BATCH + "\", \"outcome\": \"FAILED\", \"detail\": \"say \\\"no\\\"\\n\\\\\\u0007\","
                + " \"time\": \"2026-11-20T10:00:00Z\"}]}}},\n";
        assertTrue(json.startsWith("{\"backends\": [\"a\"], \"rules\": [{"), json);
        assertTrue(json.contains(rule), rule + "\nis not in\n" + json);
        assertTrue(json.endsWith("}]}\n"), json);
    }
}
