package io.polybloom.tck.wrong;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.polybloom.tck.KitRun;
import io.polybloom.tck.judge.Selection;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The later steps of the smoke stage are failed by backends that pass the steps before them. */
class SmokeOfWrongBackendsTest {

    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({"FORGETS_THE_LAST_OFFSET, 1.01", "ANSWERS_FALSE_ON_ERROR, 7.01"})
    void theStepOfTheRuleFails(String backend, String rule) {
        KitRun run = KitRun.of(
                List.of(selectClass(KitOfWrongBackend.class)),
                Map.of(KitOfWrongBackend.BACKEND, backend, Selection.ONLY, "1.05"),
                directory);
        assertEquals(1, run.summary().getTotalFailureCount());
        assertEquals(0, run.summary().getTestsStartedCount());
        String message = run.summary().getFailures().get(0).getException().getMessage();
        assertTrue(message.contains("rule " + rule + " (MUST) is broken by " + backend), message);
    }
}
