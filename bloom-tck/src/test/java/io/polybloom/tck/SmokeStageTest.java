package io.polybloom.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.polybloom.BloomFilters;
import io.polybloom.spi.Engine;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.tck.backend.Backend;
import io.polybloom.tck.backend.Target;
import io.polybloom.tck.report.Outcome;
import io.polybloom.tck.report.TestResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A broken adapter is told so by one message, and by no answer of a test. */
class SmokeStageTest {

    @TempDir
    Path directory;

    /** A backend without any client. */
    private record Broken(String name, Transport<InFlight> transport) implements Backend {
        @Override
        public Connection connect(Target target, Duration timeout) {
            BloomFilters filters = Engine.get().blocking(transport);
            return new Connection() {
                @Override
                public BloomFilters filters() {
                    return filters;
                }

                @Override
                public void close() {}
            };
        }
    }

    @ExtendWith(KitRun.Only.class)
    static class NeverConnects extends BloomFilterCompatibilityKit {
        NeverConnects() {
            super(new Broken(
                    "never-connects",
                    batch -> () -> Collections.nCopies(
                            batch.size(), Reply.Failure.notSent(new IllegalStateException("no plug in the wall")))));
        }
    }

    @ExtendWith(KitRun.Only.class)
    static class NeverAnswers extends BloomFilterCompatibilityKit {
        NeverAnswers() {
            super(new Broken("never-answers", batch -> () -> {
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException interrupted) {
                    Thread.currentThread().interrupt();
                }
                throw new IllegalStateException("interrupted");
            }));
        }
    }

    @Test
    void anAdapterThatCannotConnectFailsWithOneMessage() throws Exception {
        KitRun run = run(NeverConnects.class, Map.of());
        assertFailsOnce(run, "1.02", "no plug in the wall");
        String page = Files.readString(directory.resolve("report.md"));
        assertTrue(page.contains("| never-connects | **no** | 0 | 1 | 0 |"), page);
        assertTrue(page.contains("| not run because the smoke stage failed |"), page);
    }

    @Test
    void anAdapterThatNeverAnswersIsGivenUp() {
        assertFailsOnce(run(NeverAnswers.class, Map.of(SmokeStage.LIMIT, "1")), "1.02", "timed out after 1000 ms");
    }

    private KitRun run(Class<?> kit, Map<String, String> parameters) {
        return KitRun.of(List.of(selectClass(kit)), parameters, directory);
    }

    private static void assertFailsOnce(KitRun run, String rule, String part) {
        assertEquals(1, run.summary().getTotalFailureCount());
        assertEquals(0, run.summary().getTestsStartedCount());
        String message = run.summary().getFailures().get(0).getException().getMessage();
        assertTrue(message.startsWith("the smoke stage failed, so none of the "), message);
        assertTrue(message.contains("rule " + rule) && message.contains(part), message);
        List<TestResult> failed = new ArrayList<>();
        for (TestResult result : run.results()) {
            if (result.outcome() == Outcome.FAILED) {
                failed.add(result);
            } else {
                assertEquals(Outcome.NOT_RUN, result.outcome(), result.toString());
            }
        }
        assertEquals(1, failed.size());
        int tests = 0;
        for (Class<?> group : KitCatalog.groups(BloomFilterCompatibilityKit.class)) {
            tests += KitCatalog.tests(group).size();
        }
        assertEquals(tests + 1, run.results().size(), "all tests and the step that failed");
    }
}
