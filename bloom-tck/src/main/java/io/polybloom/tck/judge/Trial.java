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
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;

/**
 * One test, or one row of a test factory, on one backend.
 *
 * @param journal the operations of the test so far
 * @param kit the class that extends the kit
 * @param group the test class in the kit
 * @param row the row of a test factory, or an empty text
 */
public record Trial(Backend backend, Journal journal, Class<?> kit, Class<?> group, Method test, String row) {

    /** Returns the trial for a test, or for a row of a test factory. */
    public static Trial of(ExtensionContext context) {
        String row = "";
        ExtensionContext at = context;
        while (at.getTestMethod().isEmpty()) {
            row = row.isEmpty() ? at.getDisplayName() : at.getDisplayName() + ", " + row;
            at = at.getParent().orElseThrow();
        }
        Kit kit = Kit.of(at);
        Journal journal = ((Subject) at.getRequiredTestInstance()).journal();
        Class<?> group = at.getRequiredTestClass();
        return new Trial(kit.backend(), journal, kit.getClass(), group, at.getRequiredTestMethod(), row);
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
        return Rule.of(checks.value());
    }

    /** Returns the result of this trial, which has just ended. */
    public TestResult result(Outcome outcome, String detail) {
        Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        String rule = ruleOf(test).id();
        return new TestResult(
                backend.name(), rule, kit.getName(), group.getName(), test.getName(), row, outcome, detail, now);
    }

    /**
     * Returns the backend's own reason why it does not support the test.
     *
     * @throws IllegalStateException if it gives no reason
     */
    Optional<String> reasonOfMissing() {
        for (Capability need : needs()) {
            String reason = backend.missing().get(need);
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
     * Returns whether the test needs a server, and the backend reaches none. Such a test could only fail, after it has
     * started the server.
     */
    public boolean lacksServer() {
        return needs().contains(Capability.SERVER) && backend.missing().containsKey(Capability.SERVER);
    }

    private Set<Capability> needs() {
        Set<Capability> needs = EnumSet.noneOf(Capability.class);
        for (AnnotatedElement element : List.of(test, group)) {
            Needs declared = element.getAnnotation(Needs.class);
            needs.addAll(declared == null ? Set.of() : Set.of(declared.value()));
        }
        return needs;
    }

    /** Returns the operations, for people: {@code "Membership: an empty batch sends nothing"}. */
    String done() {
        return words(group.getSimpleName()) + ": " + words(test.getName()) + (row.isEmpty() ? "" : " [" + row + "]");
    }

    /** Spells a Java name as words: {@code anEmptyBatch} is "an empty batch"; a capital at the start is kept. */
    static String words(String name) {
        String rest = name.substring(1).replaceAll("([A-Z])", " $1");
        return name.charAt(0) + rest.toLowerCase(Locale.ROOT);
    }
}
