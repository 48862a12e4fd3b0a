package io.polybloom.tck.report;

import static java.util.stream.Collectors.joining;

import io.polybloom.tck.rule.Rule;
import java.util.List;

/**
 * The outcome of all tests of a rule on a backend.
 *
 * @param results none if the tests were not run
 */
public record Verdict(Rule rule, String backend, List<TestResult> results) {

    /** The verdict in one word. */
    enum Summary {
        PASSED,
        FAILED,
        NOT_SUPPORTED,
        PARTLY_SUPPORTED,
        NOT_RUN
    }

    /** Collects the results of a rule on a backend. */
    public static Verdict of(Rule rule, String backend, List<TestResult> all) {
        List<TestResult> results = all.stream()
                .filter(result ->
                        result.rule().equals(rule.id()) && result.backend().equals(backend))
                .toList();
        return new Verdict(rule, backend, results);
    }

    Summary summary() {
        int unsupported = with(Outcome.NOT_SUPPORTED).size();
        if (!with(Outcome.FAILED).isEmpty()) {
            return Summary.FAILED;
        }
        if (results.isEmpty() || !with(Outcome.NOT_RUN).isEmpty()) {
            return Summary.NOT_RUN;
        }
        if (unsupported == 0) {
            return Summary.PASSED;
        }
        return unsupported == results.size() ? Summary.NOT_SUPPORTED : Summary.PARTLY_SUPPORTED;
    }

    /** Returns whether a backend of which this is true is not compatible. */
    boolean breaksMust() {
        return summary() == Summary.FAILED && rule.level() == Rule.Level.MUST;
    }

    /** Returns the verdict with its reasons, for people. */
    String text() {
        String text = switch (summary()) {
            case PASSED -> "passed";
            case FAILED -> "**failed** (" + with(Outcome.FAILED).size() + " of " + results.size() + ")";
            case NOT_SUPPORTED -> "not supported because " + reasons(Outcome.NOT_SUPPORTED);
            case PARTLY_SUPPORTED -> "passed; partly unsupported because " + reasons(Outcome.NOT_SUPPORTED);
            case NOT_RUN -> results.isEmpty() ? "not run" : "not run because " + reasons(Outcome.NOT_RUN);
        };
        return with(Outcome.UNEXPECTEDLY_PASSED).isEmpty()
                ? text
                : text + "; works in "
                        + with(Outcome.UNEXPECTEDLY_PASSED).size() + " of " + results.size()
                        + " tests, although it was declared as missing because " + reasons(Outcome.UNEXPECTEDLY_PASSED);
    }

    /** Returns the results with an outcome. */
    public List<TestResult> with(Outcome outcome) {
        return results.stream().filter(result -> result.outcome() == outcome).toList();
    }

    private String reasons(Outcome outcome) {
        return with(outcome).stream().map(TestResult::detail).distinct().collect(joining("; "));
    }
}
