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
import io.polybloom.tck.wrong.backend.WrongBackend;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.discovery.DiscoverySelectors;

/**
 * The kit is only as good as its power to find mistakes: each wrong backend fails its rules, and no others.
 *
 * <p>A mistake is tried by the chapters that have a rule that it breaks, and of slow chapters by those rules only.
 * {@code -Dall=true} tries it by the whole kit.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class WrongBackendsTests {

    /** Chapters whose tests take seconds: of these only the rules that a mistake breaks are tried. */
    private static final Set<String> SLOW = Set.of(
            "ManyThreads",
            "Failures",
            "HalfWay",
            "CutConnections",
            "Replicas",
            "Exchanges",
            "CallsAtOnce",
            "NearCaches",
            "OtherSystems",
            "OtherSystemAccidents",
            "MovingSlots",
            "Loads",
            "Rebuilds",
            "RebuildsInUse",
            "DyingRebuilds",
            "Unions",
            "Degrading",
            "Refusing",
            "Layers",
            "Growing",
            "FarGrowth",
            "InterruptedGrowth",
            "CapacityCosts",
            "Flavours",
            "Contexts",
            "CallersCode",
            "Removals",
            "RemovalAccidents",
            "Counters",
            "ServerFilters",
            "ServerFilterAccidents",
            "ServerFiltersInUse",
            "ReservedFilters",
            "Hosts");

    private static final List<Class<?>> KIT = List.of(KitOfWrongBackend.class);

    private final List<WrongBackend> backends;

    WrongBackendsTests(int first) {
        backends = WrongBackends.everyThird(first);
    }

    final List<WrongBackend> backends() {
        return backends;
    }

    @ParameterizedTest
    @MethodSource("backends")
    void exactlyTheExpectedRulesFail(WrongBackend backend, @TempDir Path directory) {
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
        List<DiscoverySelector> tests = new ArrayList<>();
        for (Class<?> chapter : KitCatalog.groups(KitOfWrongBackend.class)) {
            List<DiscoverySelector> broken = testsOfBrokenRules(backend, chapter);
            if (Boolean.getBoolean("all") || !broken.isEmpty() && !SLOW.contains(chapter.getSimpleName())) {
                tests.add(DiscoverySelectors.selectNestedClass(KIT, chapter));
            } else {
                tests.addAll(broken);
            }
        }
        return tests;
    }

    private static List<DiscoverySelector> testsOfBrokenRules(WrongBackend backend, Class<?> chapter) {
        List<DiscoverySelector> tests = new ArrayList<>();
        for (Method test : KitCatalog.tests(chapter)) {
            if (backend.breaks().contains(Trial.ruleOf(test))) {
                tests.add(DiscoverySelectors.selectNestedMethod(KIT, chapter, test));
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
