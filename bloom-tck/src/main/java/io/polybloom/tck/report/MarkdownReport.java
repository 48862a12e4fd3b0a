package io.polybloom.tck.report;

import com.google.common.collect.EnumMultiset;
import com.google.common.collect.Multiset;
import io.polybloom.tck.report.Verdict.Summary;
import io.polybloom.tck.rule.Rule;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The report for people: rule by backend, then the violations, in full. */
final class MarkdownReport {

    /** The rows of a test factory tend to fail in the same way; {@code report.json} has all of them in full. */
    private static final int ROWS_IN_FULL = 2;

    private final List<TestResult> results;
    private final List<String> backends;
    private final StringBuilder page = new StringBuilder("# Compatibility report\n\n");

    private MarkdownReport(List<TestResult> results) {
        this.results = results;
        this.backends = TestResult.backends(results);
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
            List<Verdict> verdicts = Rule.all().stream()
                    .map(rule -> Verdict.of(rule, backend, results))
                    .toList();
            Multiset<Summary> counts = EnumMultiset.create(Summary.class);
            verdicts.forEach(verdict -> counts.add(verdict.summary()));
            int partly = counts.count(Summary.PARTLY_SUPPORTED);
            List<Instant> times = verdicts.stream()
                    .flatMap(verdict -> verdict.results().stream())
                    .map(TestResult::time)
                    .sorted()
                    .toList();
            row(List.of(
                    backend,
                    verdicts.stream().anyMatch(Verdict::breaksMust) ? "**no**" : compatible(counts),
                    counts.count(Summary.PASSED),
                    counts.count(Summary.FAILED),
                    counts.count(Summary.NOT_SUPPORTED) + (partly == 0 ? "" : ", in part " + partly),
                    counts.count(Summary.NOT_RUN),
                    times.get(0),
                    times.get(times.size() - 1)));
        }
    }

    private static String compatible(Multiset<Summary> counts) {
        if (counts.count(Summary.NOT_RUN) > 0) {
            return "unknown: some rules were not run";
        }
        boolean whole = counts.count(Summary.NOT_SUPPORTED) + counts.count(Summary.PARTLY_SUPPORTED) == 0;
        return whole ? "yes" : "yes, except for unsupported rules";
    }

    private void rules() {
        List<String> head = new ArrayList<>(List.of("Rule", "", ""));
        head.addAll(backends);
        String chapter = "";
        for (Rule rule : Rule.all()) {
            if (!rule.chapter().equals(chapter)) {
                chapter = rule.chapter();
                page.append("\n## " + chapter + "\n\n");
                head(head);
            }
            List<Object> cells = new ArrayList<>(List.of(rule.id(), rule.level(), rule.sentence()));
            backends.forEach(
                    backend -> cells.add(Verdict.of(rule, backend, results).text()));
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

    private void row(List<?> cells) {
        for (Object cell : cells) {
            page.append("| " + cell.toString().replace("|", "\\|").replace("\n", " ") + " ");
        }
        page.append("|\n");
    }
}
