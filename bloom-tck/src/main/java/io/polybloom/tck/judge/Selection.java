package io.polybloom.tck.judge;

import static java.util.stream.Collectors.toCollection;

import io.polybloom.tck.rule.Rule;
import java.lang.reflect.Method;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Disables the tests of all rules but those that a parameter names. */
public final class Selection implements ExecutionCondition {

    /**
     * The configuration parameter of JUnit, or system property, that names rules and chapters, separated by commas:
     * {@code 7.08}, {@code 7} or {@code 1,7.08}. Without it, or if it is blank, all rules are tested.
     */
    public static final String ONLY = "bloom.tck.only";

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        Optional<String> only = context.getConfigurationParameter(ONLY).filter(names -> !names.isBlank());
        if (only.isEmpty()) {
            return ConditionEvaluationResult.enabled("all rules are run");
        }
        Set<Rule> chosen = rules(only.get());
        List<Method> tests =
                context.getTestMethod().map(List::of).orElseGet(() -> Trial.methods(context.getRequiredTestClass()));
        return tests.stream().map(Trial::ruleOf).anyMatch(chosen::contains)
                ? ConditionEvaluationResult.enabled(ONLY + " names its rule")
                : ConditionEvaluationResult.disabled(ONLY + "=" + only.get() + " names other rules");
    }

    /**
     * Returns the rules that a value of the parameter names, in the order of their numbers.
     *
     * @throws IllegalArgumentException if a part of the value is neither a rule nor a chapter with rules
     */
    public static Set<Rule> rules(String only) {
        List<String> names = Stream.of(only.split(",", -1)).map(String::strip).toList();
        for (String name : names) {
            if (Rule.all().stream().noneMatch(rule -> isNamed(rule, name))) {
                throw new IllegalArgumentException(ONLY + "=" + only + ": '" + name
                        + "' is neither a rule, such as 7.08, nor a chapter, such as 7");
            }
        }
        return Rule.all().stream()
                .filter(rule -> names.stream().anyMatch(name -> isNamed(rule, name)))
                .collect(toCollection(LinkedHashSet::new));
    }

    private static boolean isNamed(Rule rule, String name) {
        return rule.id().equals(name) || rule.id().startsWith(name + ".");
    }
}
