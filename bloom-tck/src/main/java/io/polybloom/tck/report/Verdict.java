package io.polybloom.tck.report;

import io.polybloom.tck.rule.Rule;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

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
        List<TestResult> results = new ArrayList<>();
        for (TestResult result : all) {
            if (result.rule().equals(rule.id()) && result.backend().equals(backend)) {
                results.add(result);
            }
        }
        return new Verdict(rule, backend, results);
    }

    Summary summary() {
        int unsupported = with(Outcome.NOT_SUPPORTED).size();
        if (results.isEmpty()) {
            return Summary.NOT_RUN;
        }
        if (!with(Outcome.FAILED).isEmpty()) {
            return Summary.FAILED;
        }
        if (!with(Outcome.NOT_RUN).isEmpty()) {
            return Summary.NOT_RUN;
        }
        if (unsupported == 0) {
            return Summary.PASSED;
        }
        return unsupported == results.size() ? Summary.NOT_SUPPORTED : Summary.PARTLY_SUPPORTED;
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
        Set<String> reasons = new LinkedHashSet<>();
        for (TestResult result : with(outcome)) {
            reasons.add(result.detail());
        }
        return String.join("; ", reasons);
    }
}
