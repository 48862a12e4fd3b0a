package io.polybloom.tck.wrong;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.tck.KitCatalog;
import io.polybloom.tck.KitRun;
import io.polybloom.tck.judge.RuleExtension;
import io.polybloom.tck.judge.Trial;
import io.polybloom.tck.report.Outcome;
import io.polybloom.tck.report.TestResult;
import io.polybloom.tck.report.Verdict;
import io.polybloom.tck.rule.Rule;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.discovery.DiscoverySelectors;

/** The kit is only as good as what it finds: each wrong backend fails its rules, and no others. */
abstract class WrongBackendsTests {

    /** The tests of these classes take seconds. They run for mistakes that break their rule, or all with -Dall=true. */
    private static final Set<String> SLOW = Set.of(
            "Failures",
            "HalfWay",
            "CutConnections",
            "NearCaches",
            "OtherSystems",
            "OtherSystemAccidents",
            "MovingSlots",
            "Loads",
            "Degrading",
            "Refusing",
            "Layers",
            "Growing",
            "FarGrowth",
            "InterruptedGrowth",
            "CapacityCosts",
            "Flavours",
            "Contexts");

    @TempDir
    Path directory;

    /** Some of the wrong backends, all others belong to another class: so two processes can share the work. */
    static List<WrongBackend> everyOther(int first) {
        List<WrongBackend> chosen = new ArrayList<>();
        for (int i = first; i < WrongBackend.values().length; i += 2) {
            chosen.add(WrongBackend.values()[i]);
        }
        return chosen;
    }

    final void assertExactlyTheExpectedRulesFail(WrongBackend backend) {
        KitRun run = KitRun.of(tests(backend), parameters(backend), directory);
        Set<Rule> broken = EnumSet.noneOf(Rule.class);
        for (Rule rule : Rule.values()) {
            Verdict verdict = Verdict.of(rule, backend.name(), run.results());
            for (TestResult failure : verdict.with(Outcome.FAILED)) {
                broken.add(rule);
                assertReportsTheRule(rule, backend, failure.detail());
            }
        }
        assertEquals(backend.breaks(), broken, () -> details(run));
    }

    private static Map<String, String> parameters(WrongBackend backend) {
        // Without the smoke stage, which would end most of the runs at their first mistake.
        return Map.of(KitOfWrongBackend.BACKEND, backend.name(), RuleExtension.LIMIT, "60", "bloom.tck.smoke", "0");
    }

    private static List<DiscoverySelector> tests(WrongBackend backend) {
        List<Class<?>> kit = List.of(KitOfWrongBackend.class);
        List<DiscoverySelector> tests = new ArrayList<>();
        for (Class<?> group : KitCatalog.groups(KitOfWrongBackend.class)) {
            if (Boolean.getBoolean("all") || !SLOW.contains(group.getSimpleName())) {
                tests.add(DiscoverySelectors.selectNestedClass(kit, group));
                continue;
            }
            for (Method test : KitCatalog.tests(group)) {
                if (backend.breaks().contains(Trial.ruleOf(test))) {
                    tests.add(DiscoverySelectors.selectNestedMethod(kit, group, test));
                }
            }
        }
        return tests;
    }

    private static void assertReportsTheRule(Rule rule, WrongBackend backend, String violation) {
        String headline = "rule " + rule.id() + " (" + rule.level() + ") is broken by " + backend.name();
        for (String part : List.of(headline, rule.sentence(), rule.check())) {
            assertTrue(violation.contains(part), () -> part + "\nis not in\n" + violation);
        }
    }

    private static String details(KitRun run) {
        return run.results().stream()
                .filter(result -> result.outcome() == Outcome.FAILED)
                .map(result -> "\n" + result.name() + ": " + result.detail())
                .collect(Collectors.joining("\n", "", "\n"));
    }
}
