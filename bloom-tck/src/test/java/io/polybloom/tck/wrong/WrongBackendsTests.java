package io.polybloom.tck.wrong;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.tck.KitCatalog;
import io.polybloom.tck.KitRun;
import io.polybloom.tck.judge.RuleExtension;
import io.polybloom.tck.judge.Selection;
import io.polybloom.tck.judge.Trial;
import io.polybloom.tck.report.Outcome;
import io.polybloom.tck.report.TestResult;
import io.polybloom.tck.report.Verdict;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.WrongBackend;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
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
 * <p>A mistake is tried by the tests of the rules that it breaks, and by the quick ones beside them in the same class.
 * {@code -Dall=true} tries it by the whole kit.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class WrongBackendsTests {

    /** The rules whose tests do not take seconds. */
    private static final Set<Rule> QUICK = Selection.rules(
            "1.01, 1.02, 1.03, 1.04, 1.05, 1.06, 1.07, 2, 3, 4, 5, 7.05, 7.13, 7.14, 7.15, 7.19, 13, 15, 19, 20");

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
        Set<Rule> broken = new LinkedHashSet<>();
        for (Rule rule : Rule.all()) {
            Verdict verdict = Verdict.of(rule, backend.name(), run.results());
            for (TestResult failure : verdict.with(Outcome.FAILED)) {
                broken.add(rule);
                assertReportsTheRule(rule, backend, failure.detail());
            }
        }
        assertEquals(numbers(backend.breaks()), numbers(broken), () -> details(run));
    }

    private static Map<String, String> parameters(WrongBackend backend) {
        // Without the smoke stage, which would end most of the runs at their first mistake.
        return Map.of(KitOfWrongBackend.BACKEND, backend.name(), RuleExtension.LIMIT, "60", "bloom.tck.smoke", "0");
    }

    private static List<DiscoverySelector> tests(WrongBackend backend) {
        List<DiscoverySelector> tests = new ArrayList<>();
        for (Class<?> group : KitCatalog.groups(KitOfWrongBackend.class)) {
            List<Method> all = KitCatalog.tests(group);
            boolean hasBroken = all.stream().map(Trial::ruleOf).anyMatch(backend.breaks()::contains);
            for (Method test : all) {
                Rule rule = Trial.ruleOf(test);
                boolean isTried = backend.breaks().contains(rule) || hasBroken && QUICK.contains(rule);
                if (isTried || Boolean.getBoolean("all")) {
                    tests.add(DiscoverySelectors.selectNestedMethod(KIT, group, test));
                }
            }
        }
        return tests;
    }

    private static String numbers(Set<Rule> rules) {
        return rules.stream().map(Rule::id).collect(Collectors.joining(", "));
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
