package io.polybloom.tck.report;

import io.polybloom.tck.rule.Rule;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** The report for people: rule by backend, then the violations, in full. */
final class MarkdownReport {

    /** The rows of a test factory tend to fail in the same way; {@code report.json} has all of them in full. */
    private static final int ROWS_IN_FULL = 2;

    private final List<TestResult> results;
    private final List<String> backends;
    private final StringBuilder page = new StringBuilder("# Compatibility report\n\n");

    private MarkdownReport(List<TestResult> results) {
        this.results = results;
        this.backends = List.copyOf(
                new TreeSet<>(results.stream().map(TestResult::backend).toList()));
    }

    static String of(List<TestResult> results) {
        MarkdownReport report = new MarkdownReport(results);
        report.summary();
        report.rules();
        report.violations();
        return report.page.toString();
    }

    private void summary() {
        head(List.of(
                "Backend", "Compatible", "Passed", "Failed", "Not supported", "Not run", "First test", "Last test"));
        for (String backend : backends) {
            Map<Verdict.Summary, Integer> counts = new EnumMap<>(Verdict.Summary.class);
            boolean broken = false;
            for (Rule rule : Rule.values()) {
                Verdict.Summary summary = Verdict.of(rule, backend, results).summary();
                counts.merge(summary, 1, Integer::sum);
                broken |= summary == Verdict.Summary.FAILED && rule.level() == Rule.Level.MUST;
            }
            int notRun = counts.getOrDefault(Verdict.Summary.NOT_RUN, 0);
            List<String> times = results.stream()
                    .filter(result -> result.backend().equals(backend))
                    .map(result -> result.time().toString())
                    .sorted()
                    .toList();
            row(List.of(
                    backend,
                    compatible(broken, notRun, counts),
                    count(counts, Verdict.Summary.PASSED),
                    count(counts, Verdict.Summary.FAILED),
                    notSupported(counts),
                    Integer.toString(notRun),
                    times.get(0),
                    times.get(times.size() - 1)));
        }
    }

    private static String compatible(boolean broken, int notRun, Map<Verdict.Summary, Integer> counts) {
        if (broken) {
            return "**no**";
        }
        if (notRun > 0) {
            return "unknown: some rules were not run";
        }
        return notSupported(counts).equals("0") ? "yes" : "yes, except for unsupported rules";
    }

    private static String notSupported(Map<Verdict.Summary, Integer> counts) {
        String partly = count(counts, Verdict.Summary.PARTLY_SUPPORTED);
        return count(counts, Verdict.Summary.NOT_SUPPORTED) + (partly.equals("0") ? "" : ", in part " + partly);
    }

    private static String count(Map<Verdict.Summary, Integer> counts, Verdict.Summary summary) {
        return Integer.toString(counts.getOrDefault(summary, 0));
    }

    private void rules() {
        List<String> head = new ArrayList<>(List.of("Rule", "", ""));
        head.addAll(backends);
        String chapter = "";
        for (Rule rule : Rule.values()) {
            if (!rule.chapter().equals(chapter)) {
                chapter = rule.chapter();
                page.append("\n## " + chapter + "\n\n");
                head(head);
            }
            List<String> cells = new ArrayList<>(List.of(rule.id(), rule.level().name(), rule.sentence()));
            for (String backend : backends) {
                cells.add(Verdict.of(rule, backend, results).text());
            }
            row(cells);
        }
    }

    private void violations() {
        String title = "\n## Violations\n";
        Map<List<String>, Integer> shown = new HashMap<>();
        for (TestResult result : results) {
            if (result.outcome() == Outcome.FAILED) {
                page.append(title);
                title = "";
                int rows = shown.merge(result.identity(), 1, Integer::sum);
                page.append(
                        rows <= ROWS_IN_FULL
                                ? "\n````text\n" + result.detail() + "\n````\n"
                                : "\nThe same on " + result.backend() + ": " + result.name() + "\n");
            }
        }
    }

    private void head(List<String> cells) {
        row(cells);
        row(Collections.nCopies(cells.size(), "---"));
    }

    private void row(List<String> cells) {
        for (String cell : cells) {
            page.append("| " + cell.replace("|", "\\|").replace("\n", " ") + " ");
        }
        page.append("|\n");
    }
}
