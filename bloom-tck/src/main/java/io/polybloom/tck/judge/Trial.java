package io.polybloom.tck.judge;

import io.polybloom.tck.backend.Backend;
import io.polybloom.tck.backend.Capability;
import io.polybloom.tck.report.Outcome;
import io.polybloom.tck.report.TestResult;
import io.polybloom.tck.rule.Checks;
import io.polybloom.tck.rule.Needs;
import io.polybloom.tck.rule.Rule;
import java.lang.reflect.Method;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * One test, or one row of a test factory, on one backend.
 *
 * @param tests the test object
 * @param rule the rule that the test checks
 * @param needs the capabilities that the backend must have
 * @param kit the binary name of the class that extends the kit
 * @param group the binary name of the test class in the kit
 * @param test the name of the test method
 * @param row the row of a test factory, or an empty text
 */
public record Trial(
        Subject tests, Rule rule, Set<Capability> needs, String kit, String group, String test, String row) {

    /** Returns the trial for a test, or for a row of a test factory. */
    static Trial of(ExtensionContext context) {
        String row = "";
        ExtensionContext at = context;
        while (at.getTestMethod().isEmpty()) {
            row = row.isEmpty() ? at.getDisplayName() : at.getDisplayName() + ", " + row;
            at = at.getParent().orElseThrow();
        }
        Method method = at.getRequiredTestMethod();
        Class<?> group = at.getRequiredTestClass();
        Set<Capability> needs = EnumSet.noneOf(Capability.class);
        addNeeds(needs, method.getAnnotation(Needs.class));
        for (Class<?> type = group; type != null; type = type.getSuperclass()) {
            addNeeds(needs, type.getAnnotation(Needs.class));
        }
        Subject tests = (Subject) at.getRequiredTestInstance();
        String kit = outermost(at).getName();
        return new Trial(tests, ruleOf(method), needs, kit, group.getName(), method.getName(), row);
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

    /** Returns the backend under test. */
    Backend backend() {
        return tests.backend();
    }

    /** Returns the result of this trial, which has just ended. */
    public TestResult result(Outcome outcome, String detail) {
        return new TestResult(
                backend().name(),
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
        Map<Capability, String> missing = backend().missing();
        for (Capability need : needs) {
            String reason = missing.get(need);
            if (reason != null && reason.isBlank()) {
                throw new IllegalStateException(backend().name() + " lacks " + need + " without a reason");
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
    Optional<String> reasonOfMissingServer() {
        return needs.contains(Capability.SERVER) && backend().missing().containsKey(Capability.SERVER)
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
        StringBuilder words = new StringBuilder(name.substring(0, 1));
        for (char c : name.substring(1).toCharArray()) {
            words.append(Character.isUpperCase(c) ? " " + String.valueOf(c).toLowerCase(Locale.ROOT) : c);
        }
        return words.toString();
    }

    private static Class<?> outermost(ExtensionContext context) {
        Class<?> type = context.getRequiredTestClass();
        for (Optional<ExtensionContext> at = context.getParent();
                at.isPresent() && at.get().getTestClass().isPresent();
                at = at.get().getParent()) {
            type = at.get().getRequiredTestClass();
        }
        return type;
    }

    private static void addNeeds(Set<Capability> needs, Needs annotation) {
        if (annotation != null) {
            needs.addAll(Set.of(annotation.value()));
        }
    }
}
