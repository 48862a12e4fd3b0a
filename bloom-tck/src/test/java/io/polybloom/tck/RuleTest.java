package io.polybloom.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.tck.backend.Capability;
import io.polybloom.tck.backend.Way;
import io.polybloom.tck.fixture.KitTests;
import io.polybloom.tck.judge.RuleExtension;
import io.polybloom.tck.judge.Selection;
import io.polybloom.tck.report.Report;
import io.polybloom.tck.rule.Checks;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.server.RedisBinary;
import io.polybloom.tck.server.RunningServer;
import java.io.IOException;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Test;
import org.junit.platform.commons.support.ReflectionSupport;

/** Rules and tests belong together: neither is without the other. */
class RuleTest {

    private static final Path PAGE = Path.of("..", "docs", "rules.md");

    @Test
    void everyRuleHasATest() {
        Set<Rule> untested = new HashSet<>(Rule.all());
        for (Method test : kitTests()) {
            Checks checks = test.getAnnotation(Checks.class);
            if (checks != null) {
                untested.remove(Rule.of(checks.value()));
            }
        }
        assertEquals(Set.of(), untested, "rules that no test of the kit checks");
    }

    @Test
    void everyTestChecksARule() {
        List<Method> unbound = new ArrayList<>(kitTests());
        assertFalse(unbound.isEmpty());
        unbound.removeIf(test -> test.isAnnotationPresent(Checks.class));
        assertEquals(List.of(), unbound, "tests of the kit without a rule");
    }

    @Test
    void nothingOfTheKitIsDisabled() {
        List<AnnotatedElement> elements = new ArrayList<>(kitTests());
        elements.addAll(KitCatalog.groups(BloomFilterCompatibilityKit.class));
        elements.removeIf(element -> !element.isAnnotationPresent(Disabled.class));
        assertEquals(List.of(), elements);
    }

    @Test
    void everyClassWithTestsIsPartOfTheKit() {
        Set<String> written = new TreeSet<>();
        for (Class<?> type : ReflectionSupport.findAllClassesInPackage(
                BloomFilterCompatibilityKit.class.getPackageName(), KitTests.class::isAssignableFrom, name -> true)) {
            if (Modifier.isAbstract(type.getModifiers())
                    && !KitCatalog.tests(type).isEmpty()) {
                written.add(type.getSimpleName());
            }
        }
        Set<String> used = new TreeSet<>();
        for (Class<?> group : KitCatalog.groups(BloomFilterCompatibilityKit.class)) {
            used.add(group.getSuperclass().getSimpleName());
        }
        assertEquals(written, used);
    }

    @Test
    void numbersAreInOrderAndUnique() {
        double last = 0;
        for (Rule rule : Rule.all()) {
            assertTrue(rule.id().matches("[1-9][0-9]?\\.[0-9]{2}"), rule.id());
            double number = Double.parseDouble(rule.id());
            assertTrue(number > last, rule.id() + " after " + last);
            assertTrue(rule.chapter().startsWith((int) number + ". "), rule.chapter());
            last = number;
        }
    }

    @Test
    void everyRuleSaysWhatToKeepAndWhereToLook() {
        for (Rule rule : Rule.all()) {
            for (String text : List.of(rule.sentence(), rule.check())) {
                assertTrue(text.matches("[A-Za-z].{20,}\\."), rule.id() + ": " + text);
                assertFalse(text.contains("\n"), rule.id() + ": " + text);
            }
        }
    }

    @Test
    void everyRuleOfThePageIsRead() throws IOException {
        List<String> ids = Rule.all().stream().map(Rule::id).toList();
        List<String> headings = Pattern.compile("(?m)^### (\\d\\S*)")
                .matcher(Files.readString(PAGE))
                .results()
                .map(heading -> heading.group(1))
                .toList();
        assertEquals(headings, ids);
    }

    @Test
    void thePageNamesWhatARunCanBeTold() throws IOException {
        List<String> names = new ArrayList<>(List.of(
                RedisBinary.VARIABLE,
                SmokeStage.LIMIT,
                Selection.ONLY,
                Report.DIRECTORY,
                RuleExtension.LIMIT,
                RunningServer.VARIABLE,
                Way.PROPERTY));
        for (Capability capability : Capability.values()) {
            names.add("\n| `" + capability + "` | ");
        }
        String page = Files.readString(PAGE);
        names.removeIf(page::contains);
        assertEquals(List.of(), names, "what " + PAGE + " lacks");
    }

    private static List<Method> kitTests() {
        List<Method> tests = new ArrayList<>();
        for (Class<?> group : KitCatalog.groups(BloomFilterCompatibilityKit.class)) {
            tests.addAll(KitCatalog.tests(group));
        }
        return tests;
    }
}
