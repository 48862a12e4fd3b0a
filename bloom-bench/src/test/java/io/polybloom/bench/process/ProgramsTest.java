package io.polybloom.bench.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.bench.report.Table;
import io.polybloom.bench.words.WrongAnswerException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramsTest {

    @TempDir
    Path directory;

    @Test
    void programsTakeTurnsAndHaveFigures() throws IOException {
        Table table = Programs.deduplicated(
                1000, 500, 2, Map.of("sort", List.of("sort", "-u"), "awk", List.of("awk", "!seen[$0]++")));
        assertEquals("1,000 lines, 500 of them distinct", table.title());
        assertEquals(2, table.rows().size());
        for (List<String> row : table.rows()) {
            int itself = table.header().indexOf("time x " + row.get(0));
            assertEquals("1.00", row.get(itself));
        }
    }

    @Test
    void aProgramThatLosesOrInventsLinesIsFoundOut() {
        assertEquals("head printed 900 of 1000 distinct lines", complaint(1000, "head", "-n", "900"));
        assertEquals("cat printed 1000 of 500 distinct lines", complaint(500, "cat"));
    }

    private static String complaint(int distinct, String... command) {
        return assertThrows(
                        WrongAnswerException.class,
                        () -> Programs.deduplicated(1000, distinct, 1, Map.of(command[0], List.of(command))))
                .getMessage();
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
    void aProcessIsGivenItsEnvironmentAndItsOutputIsKept() throws IOException {
        Path output = directory.resolve("output");
        TimedProcess.run(List.of("sh", "-c", "echo $GREETING"), Map.of("GREETING", "hello"), output);
        assertEquals("hello\n", Files.readString(output));
    }
}
