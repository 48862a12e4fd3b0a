package io.polybloom.tck;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.polybloom.tck.judge.RuleExtension;
import io.polybloom.tck.report.Report;
import io.polybloom.tck.report.ReportFiles;
import io.polybloom.tck.report.TestResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/**
 * A run of the kit inside a test, with a report of its own.
 *
 * @param results the contents of the report after it
 * @param summary the summary of JUnit
 */
public record KitRun(List<TestResult> results, TestExecutionSummary summary) {

    private static final String INSIDE = "bloom.tck.inside";

    /** Keeps tests that are made to fail from being run in another way than by this class. */
    public static final class Only implements ExecutionCondition {
        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            return context.getConfigurationParameter(INSIDE).isPresent()
                    ? ConditionEvaluationResult.enabled("run by a test")
                    : ConditionEvaluationResult.disabled("made to fail: only for the test that runs it");
        }
    }

    /**
     * Runs a test class with a limit of a minute for each test.
     *
     * @param directory where its report is, or will be
     */
    public static KitRun of(Class<?> type, Path directory) {
        return of(type, directory, 60);
    }

    /** Runs a test class with a limit for each test, in seconds. */
    public static KitRun of(Class<?> type, Path directory, int limit) {
        return of(List.of(selectClass(type)), Map.of(RuleExtension.LIMIT, Integer.toString(limit)), directory);
    }

    /**
     * Runs tests.
     *
     * @param parameters configuration parameters of JUnit
     * @param directory where their report is, or will be
     */
    public static KitRun of(List<? extends DiscoverySelector> tests, Map<String, String> parameters, Path directory) {
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(tests)
                .configurationParameters(parameters)
                .configurationParameter(Report.DIRECTORY, directory.toString())
                .configurationParameter(INSIDE, "true")
                .build();
        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        LauncherFactory.create().execute(request, listener);
        try {
            return new KitRun(new ReportFiles(directory).read(), listener.getSummary());
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** The outcome of a test; for a test factory, of the row. */
    public TestResult result(String name) {
        return results.stream()
                .filter(result -> result.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError(name + " is not in the report: " + results));
    }
}
