package io.polybloom.tck.judge;

import io.polybloom.tck.backend.Backend;
import io.polybloom.tck.backend.Capability;
import io.polybloom.tck.report.Outcome;
import io.polybloom.tck.report.TestResult;
import io.polybloom.tck.rule.Checks;
import io.polybloom.tck.rule.Needs;
import io.polybloom.tck.rule.Rule;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;

/**
 * One test, or one row of a test factory, on one backend.
 *
 * @param backend the backend under test
 * @param journal the operations of the test so far
 * @param rule the rule that the test checks
 * @param needs the capabilities that the backend must have
 * @param kit the binary name of the class that extends the kit
 * @param group the binary name of the test class in the kit
 * @param test the name of the test method
 * @param row the row of a test factory, or an empty text
 */
public record Trial(
        Backend backend,
        Journal journal,
        Rule rule,
        Set<Capability> needs,
        String kit,
        String group,
        String test,
        String row) {

    /** Returns the trial for a test, or for a row of a test factory. */
    static Trial of(ExtensionContext context) {
        String row = "";
        ExtensionContext at = context;
        while (at.getTestMethod().isEmpty()) {
            row = row.isEmpty() ? at.getDisplayName() : at.getDisplayName() + ", " + row;
            at = at.getParent().orElseThrow();
        }
        Kit kit = Kit.of(at);
        Journal journal = ((Subject) at.getRequiredTestInstance()).journal();
        return of(kit.backend(), journal, kit.getClass(), at.getRequiredTestClass(), at.getRequiredTestMethod(), row);
    }

    /** Returns the trial for a test method, or for a row of it. */
    public static Trial of(Backend backend, Journal journal, Class<?> kit, Class<?> group, Method method, String row) {
        Set<Capability> needs = EnumSet.noneOf(Capability.class);
        for (AnnotatedElement element : List.of(method, group)) {
            Needs declared = element.getAnnotation(Needs.class);
            needs.addAll(declared == null ? Set.of() : Set.of(declared.value()));
        }
        return new Trial(
                backend, journal, ruleOf(method), needs, kit.getName(), group.getName(), method.getName(), row);
    }

    /** Returns the methods of a test class that check a rule, inherited ones included. */
    public static List<Method> methods(Class<?> group) {
        return AnnotationSupport.findAnnotatedMethods(group, Checks.class, HierarchyTraversalMode.TOP_DOWN);
    }

    /**
     * Returns the rule that a test method checks.
     *
     * @throws IllegalStateException if the method names no rule
     */
    public static Rule ruleOf(Method method) {
        Checks checks = method.getAnnotation(Checks.class);
        if (checks == null) {
            throw new IllegalStateException(method + " checks no rule: @Checks is missing");
        }
        return checks.value();
    }

    /** Returns the result of this trial, which has just ended. */
    public TestResult result(Outcome outcome, String detail) {
        return new TestResult(
                backend.name(),
                rule.id(),
                kit,
                group,
                test,
                row,
                outcome,
                detail,
                Instant.now().truncatedTo(ChronoUnit.SECONDS));
    }

    /**
     * Returns the backend's own reason why it does not support the test.
     *
     * @throws IllegalStateException if it gives no reason
     */
    Optional<String> reasonOfMissing() {
        Map<Capability, String> missing = backend.missing();
        for (Capability need : needs) {
            String reason = missing.get(need);
            if (reason != null && reason.isBlank()) {
                throw new IllegalStateException(backend.name() + " lacks " + need + " without a reason");
            }
            if (reason != null) {
                return Optional.of(reason);
            }
        }
        return Optional.empty();
    }

    /**
     * Returns why the backend reaches no server, if the test needs one. Such a test could only fail, after it has
     * started the server.
     */
    public Optional<String> reasonOfMissingServer() {
        return needs.contains(Capability.SERVER) && backend.missing().containsKey(Capability.SERVER)
                ? reasonOfMissing()
                : Optional.empty();
    }

    /** Returns the operations, for people: {@code "Membership: an empty batch sends nothing"}. */
    String done() {
        String group = group().substring(Math.max(group().lastIndexOf('$'), group().lastIndexOf('.')) + 1);
        return words(group) + ": " + words(test) + (row.isEmpty() ? "" : " [" + row + "]");
    }

    /** Spells a Java name as words: {@code anEmptyBatch} is "an empty batch"; a capital at the start is kept. */
    static String words(String name) {
        String rest = name.substring(1).replaceAll("([A-Z])", " $1");
        return name.charAt(0) + rest.toLowerCase(Locale.ROOT);
    }
}
