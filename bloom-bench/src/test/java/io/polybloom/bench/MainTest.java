package io.polybloom.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.bench.run.WrongAnswerException;
import io.polybloom.bench.suite.Section;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MainTest {

    @TempDir
    Path directory;

    private final BenchCommand bench = new BenchCommand();

    @Test
    void aWrongAnswerFailsTheRun() {
        Section lying = bench -> {
            throw new WrongAnswerException("999 of 1000 found");
        };
        Path report = directory.resolve("report.html");
        assertEquals(1, bench.execute(Map.of("lying", lying), "--quick", "--report", report.toString()));
        assertTrue(bench.err().contains("WRONG ANSWER: 999 of 1000 found"), bench.err());
        assertFalse(Files.exists(report));
    }

    @Test
    void anUnknownSectionIsWrongUsage() {
        assertEquals(2, bench.execute(Section.all(), "--only", "bulk,nonsense"));
        assertTrue(bench.err().contains("no section 'nonsense': bulk, calls, network,"), bench.err());
    }

    @Test
    void aServerThatIsNotThereIsWrongUsage() {
        Path missing = directory.resolve("redis-server");
        assertEquals(2, bench.execute(Section.all(), "--redis-server", missing.toString()));
        assertTrue(bench.err().contains("--redis-server: there is no file " + missing), bench.err());
    }
}
