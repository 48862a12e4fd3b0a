package io.polybloom.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.tck.fixture.KitTests;
import io.polybloom.tck.rule.Checks;
import io.polybloom.tck.rule.Rule;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Test;
import org.junit.platform.commons.support.ReflectionSupport;

/** Rules and tests belong together: neither is without the other. */
class RuleTest {

    @Test
    void everyRuleHasATest() {
        Set<Rule> untested = EnumSet.allOf(Rule.class);
        for (Method test : kitTests()) {
            Checks checks = test.getAnnotation(Checks.class);
            if (checks != null) {
                untested.remove(checks.value());
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
        for (Rule rule : Rule.values()) {
            assertTrue(rule.id().matches("[1-9][0-9]?\\.[0-9]{2}"), rule.id());
            double number = Double.parseDouble(rule.id());
            assertTrue(number > last, rule.id() + " after " + last);
            assertEquals((int) number, rule.chapter().number());
            last = number;
        }
    }

    @Test
    void everyRuleSaysWhatItIsGoodForAndWhereToLook() {
        for (Rule rule : Rule.values()) {
            for (String text : List.of(rule.sentence(), rule.intent(), rule.check())) {
                assertTrue(text.matches("[A-Za-z].{20,}\\."), rule.id() + ": " + text);
                assertFalse(text.contains("\n"), rule.id() + ": " + text);
            }
        }
    }

    private static List<Method> kitTests() {
        List<Method> tests = new ArrayList<>();
        for (Class<?> group : KitCatalog.groups(BloomFilterCompatibilityKit.class)) {
            tests.addAll(KitCatalog.tests(group));
        }
        return tests;
    }
}
