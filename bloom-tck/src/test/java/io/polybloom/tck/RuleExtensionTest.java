package io.polybloom.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.polybloom.tck.backend.Backend;
import io.polybloom.tck.backend.Capability;
import io.polybloom.tck.backend.Target;
import io.polybloom.tck.fixture.KitTests;
import io.polybloom.tck.judge.Kit;
import io.polybloom.tck.report.Outcome;
import io.polybloom.tck.report.TestResult;
import io.polybloom.tck.rule.Checks;
import io.polybloom.tck.rule.Needs;
import io.polybloom.tck.rule.Rule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Tests that pass, fail, abort or are declared as not supported. */
class RuleExtensionTest {

    @TempDir
    static Path directory;

    private static final class OneServerOnly implements Backend {
        @Override
        public String name() {
            return "sample";
        }

        @Override
        public Map<Capability, String> missing() {
            return Map.of(Capability.CLUSTER, "it speaks to one server", Capability.SERVER, "it needs none");
        }

        @Override
        public Connection connect(Target target, Duration timeout) {
            throw new UnsupportedOperationException(target.toString());
        }
    }

    @ExtendWith(KitRun.Only.class)
    static final class KitOfSample extends Kit {
        KitOfSample() {
            super(new OneServerOnly());
        }

        @Nested
        class Sample extends KitTests {

            @Test
            @Checks("1.01")
            void passes() {}

            @Test
            @Checks("1.03")
            void answersInAnotherOrder() {
                assertEquals(List.of(true, false), List.of(false, true), "the second batch");
            }

            @Test
            @Checks("7.01")
            void throwsWhatItShouldNot() {
                throw new IllegalStateException("no connection", new IOException("reset by peer"));
            }

            @Test
            @Checks("7.09")
            void saysWhatIsWrong() {
                fail("nobody was asked");
            }

            @TestFactory
            @Checks("7.04")
            List<DynamicTest> rows() {
                return List.of(row("good", () -> {}), row("bad", () -> assertEquals(1, 2)));
            }

            @TestFactory
            @Checks("7.02")
            List<DynamicTest> noRows() {
                return List.of();
            }

            @Test
            @Checks("4.03")
            @Needs(Capability.CLUSTER)
            void cannot() {
                connect(Target.standalone("redis://127.0.0.1:1"));
            }

            @Test
            @Checks("4.04")
            @Needs(Capability.CLUSTER)
            void canAllTheSame() {}

            @Test
            @Checks("7.05")
            @Needs(Capability.SERVER)
            void wouldPassIfItWereRun() {}

            @TestFactory
            @Checks("7.07")
            @Needs(Capability.SERVER)
            List<DynamicTest> rowsThatAreNotRun() {
                return List.of(row("good", () -> {}));
            }

            @Test
            @Checks("5.01")
            void failsToCleanUp() {
                closing(() -> fail("it is closed already"));
            }

            @Test
            @Checks("5.08")
            void aborts() {
                Assumptions.abort("the server has no clock");
            }
        }
    }

    @ExtendWith(KitRun.Only.class)
    static final class KitOfHanging extends Kit {
        KitOfHanging() {
            super(new OneServerOnly());
        }

        @Nested
        class Hanging extends KitTests {

            @Test
            @Checks("7.04")
            void neverReturns() throws InterruptedException {
                new CountDownLatch(1).await();
            }
        }
    }

    @ExtendWith(KitRun.Only.class)
    static final class KitOfHangingAtItsEnd extends Kit {
        KitOfHangingAtItsEnd() {
            super(new OneServerOnly());
        }

        @Nested
        class HangingAtItsEnd extends KitTests {

            @Test
            @Checks("7.04")
            void isNeverClosed() {
                closing(() -> new CountDownLatch(1).await());
            }
        }
    }

    private static KitRun run() {
        return KitRun.of(KitOfSample.class, directory);
    }

    private static void assertOutcome(KitRun run, String test, Outcome outcome, String detail) {
        TestResult result = run.result("Sample." + test);
        assertEquals(outcome, result.outcome());
        assertTrue(result.detail().contains(detail), result.detail());
    }

    @Test
    void everyTestLeavesItsResult() {
        KitRun run = run();
        assertEquals(13, run.results().size());
        assertOutcome(run, "passes", Outcome.PASSED, "");
        assertOutcome(run, "answersInAnotherOrder", Outcome.FAILED, "rule 1.03");
        assertOutcome(run, "throwsWhatItShouldNot", Outcome.FAILED, "rule 7.01");
        assertOutcome(run, "saysWhatIsWrong", Outcome.FAILED, "nobody was asked");
        assertOutcome(run, "rows [good]", Outcome.PASSED, "");
        assertOutcome(run, "rows [bad]", Outcome.FAILED, "rule 7.04");
        assertOutcome(run, "noRows", Outcome.FAILED, "has no rows");
        assertOutcome(run, "cannot", Outcome.NOT_SUPPORTED, "it speaks to one server");
        assertOutcome(run, "canAllTheSame", Outcome.UNEXPECTEDLY_PASSED, "it speaks to one server");
        assertOutcome(run, "wouldPassIfItWereRun", Outcome.NOT_SUPPORTED, "it needs none");
        assertOutcome(run, "rowsThatAreNotRun", Outcome.NOT_SUPPORTED, "it needs none");
        assertOutcome(run, "failsToCleanUp", Outcome.FAILED, "it is closed already");
        assertOutcome(run, "aborts", Outcome.NOT_SUPPORTED, "the server has no clock");
    }

    @Test
    void jUnitSeesTheSame() {
        KitRun run = run();
        assertEquals(6, run.summary().getTotalFailureCount());
        assertEquals(3, run.summary().getTestsAbortedCount());
        assertEquals(0, run.summary().getTestsSkippedCount());
    }

    @Test
    void aViolationReadsLikeAReport() {
        String rule = Rule.of("1.03").sentence();
        String check = Rule.of("1.03").check();
        assertEquals(
                String.format(
                        "rule 1.03 (MUST) is broken by sample%n"
                                + "  rule:     %s%n"
                                + "  done:     Sample: answers in another order%n"
                                + "  detail:   the second batch%n"
                                + "  expected: [true, false]%n"
                                + "  actual:   [false, true]%n"
                                + "  check:    %s",
                        rule, check),
                run().result("Sample.answersInAnotherOrder").detail());
    }

    @Test
    void anExceptionIsShownWithItsCauses() {
        String detail = run().result("Sample.throwsWhatItShouldNot").detail();
        assertTrue(detail.contains("expected: no exception"), detail);
        assertTrue(detail.contains("actual:   java.lang.IllegalStateException: no connection"), detail);
        assertTrue(detail.contains("caused by java.io.IOException: reset by peer"), detail);
    }

    @Test
    void aTestThatHangsIsBroken(@TempDir Path other) {
        TestResult result = KitRun.of(KitOfHanging.class, other, 1).result("Hanging.neverReturns");
        assertEquals(Outcome.FAILED, result.outcome());
        assertTrue(result.detail().contains("timed out after 1000 ms"), result.detail());
    }

    @Test
    void aTestWhoseClientCannotBeClosedIsBroken(@TempDir Path other) {
        TestResult result = KitRun.of(KitOfHangingAtItsEnd.class, other, 1).result("HangingAtItsEnd.isNeverClosed");
        assertEquals(Outcome.FAILED, result.outcome());
        assertTrue(result.detail().contains("timed out after 1000 ms"), result.detail());
    }

    @Test
    void theReportShowsRuleByBackend() throws IOException {
        run();
        String page = Files.readString(directory.resolve("report.md"));
        for (String part : List.of(
                "| sample | **no** | 2 | 6 | 4 | " + (Rule.all().size() - 12) + " |",
                "| " + Rule.of("1.01").sentence() + " | passed |",
                "| " + Rule.of("7.04").sentence() + " | **failed** (1 of 2) |",
                "| " + Rule.of("4.03").sentence() + " | not supported because it speaks to one server |",
                "works in 1 of 1 tests, although it was declared as missing because it speaks to one server",
                "| " + Rule.of("1.07").sentence() + " | not run |",
                "## Violations")) {
            assertTrue(page.contains(part), part + "\nis not in\n" + page);
        }
    }
}
