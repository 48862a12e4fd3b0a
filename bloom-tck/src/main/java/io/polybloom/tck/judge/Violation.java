package io.polybloom.tck.judge;

import static java.util.stream.Collectors.joining;

import io.polybloom.spi.Causes;
import io.polybloom.tck.rule.Rule;
import java.util.ArrayList;
import java.util.List;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.ValueWrapper;

/** A failed test as a report: the rule, the operations, the expected and the actual result, and where to look. */
public final class Violation {

    private static final int LONGEST_VALUE = 600;

    private Violation() {}

    /** Returns a failure as a report, with the failure as its cause. */
    public static AssertionFailedError of(Trial trial, Throwable failure) {
        AssertionFailedError violation;
        if (failure instanceof AssertionFailedError error && error.isExpectedDefined() && error.isActualDefined()) {
            String report = report(trial, prefix(error), text(error.getExpected()), text(error.getActual()));
            violation = new AssertionFailedError(report, error.getExpected(), error.getActual(), failure);
        } else if (failure instanceof AssertionError) {
            String report = report(trial, "", "as the rule says", shortened(String.valueOf(failure.getMessage())));
            violation = new AssertionFailedError(report, failure);
        } else {
            violation = new AssertionFailedError(report(trial, "", "no exception", chain(failure)), failure);
        }
        violation.setStackTrace(failure.getStackTrace());
        return violation;
    }

    private static String report(Trial trial, String detail, String expected, String actual) {
        Rule rule = Trial.ruleOf(trial.test());
        return "rule " + rule.id() + " (" + rule.level() + ") is broken by "
                + trial.backend().name()
                + line("rule", rule.sentence())
                + line("done", String.join("\n", done(trial)))
                + (detail.isEmpty() ? "" : line("detail", detail))
                + line("expected", expected)
                + line("actual", actual)
                + line("check", rule.check());
    }

    private static List<String> done(Trial trial) {
        List<String> done = new ArrayList<>(List.of(trial.done()));
        for (String operation : trial.journal().last()) {
            done.add("  " + shortened(operation));
        }
        return done;
    }

    private static String line(String name, String text) {
        return String.format("%n  %-9s ", name + ":") + text.replace("\n", "\n            ");
    }

    /** Returns the test's own message, which JUnit puts before the two values. */
    private static String prefix(AssertionFailedError error) {
        String message = String.valueOf(error.getMessage());
        int values = message.lastIndexOf("expected: ");
        return values < 0 ? "" : shortened(message.substring(0, values).replaceAll("( ==>|,)? *$", ""));
    }

    private static String text(ValueWrapper value) {
        return shortened(value.getStringRepresentation());
    }

    private static String chain(Throwable failure) {
        return shortened(Causes.of(failure).stream().map(Throwable::toString).collect(joining("\ncaused by ")));
    }

    private static String shortened(String text) {
        return text.length() <= LONGEST_VALUE
                ? text
                : text.substring(0, LONGEST_VALUE) + " ... (" + text.length() + " characters)";
    }
}
