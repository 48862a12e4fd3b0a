package io.polybloom.bench.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.bench.run.WrongAnswerException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LineRunsTest {

    @TempDir
    Path directory;

    @Test
    void programsTakeTurnsAndHaveFigures() {
        LineRuns runs = LineRuns.of(
                1000, 1000, 2, Map.of("sort", List.of("sort", "-u"), "awk", List.of("awk", "!seen[$0]++")), what -> {});
        assertTrue(runs.speed("sort").median() > 0);
        assertTrue(runs.ratio("awk", "sort").least() > 0);
        assertEquals(1, runs.ratio("awk", "awk").median());
    }

    @Test
    void everyDistinctLineComesAsOftenAsThereIsRoom() {
        LineRuns runs = LineRuns.of(1000, 500, 1, Map.of("awk", List.of("awk", "!seen[$0]++")), what -> {});
        assertEquals(1000, runs.lines());
        WrongAnswerException found = assertThrows(
                WrongAnswerException.class, () -> LineRuns.of(1000, 500, 1, Map.of("cat", List.of("cat")), what -> {}));
        assertEquals("cat printed 1000 of 500 distinct lines", found.getMessage());
    }

    @Test
    void aProgramThatLosesLinesIsFoundOut() {
        WrongAnswerException found = assertThrows(
                WrongAnswerException.class,
                () -> LineRuns.of(1000, 1000, 1, Map.of("head", List.of("head", "-n", "900")), what -> {}));
        assertEquals("head printed 900 of 1000 distinct lines", found.getMessage());
    }

    @Test
    void aProgramThatFailsEndsTheRunWithItsWords() {
        Path output = directory.resolve("output");
        IllegalStateException failure = assertThrows(
                IllegalStateException.class,
                () -> TimedProcess.run(List.of("sh", "-c", "echo no disk >&2; exit 3"), Map.of(), output));
        assertTrue(failure.getMessage().contains("no disk"), failure.getMessage());
    }

    @Test
    void aProcessIsGivenItsEnvironmentAndItsOutputIsKept() throws Exception {
        Path output = directory.resolve("output");
        TimedProcess run = TimedProcess.run(List.of("sh", "-c", "echo $GREETING"), Map.of("GREETING", "hello"), output);
        assertEquals("hello\n", Files.readString(output));
        assertTrue(run.nanos() > 0);
    }
}
