package io.polybloom.tck.report;

import static java.util.stream.Collectors.joining;

import io.polybloom.tck.rule.Checks;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;

/**
 * The outcome of one test, or of one row of a test factory, on one backend.
 *
 * @param rule the number of the rule
 * @param kit the binary name of the class that extends the kit
 * @param group the binary name of the test class in the kit
 * @param row the row of a test factory, or an empty text
 * @param detail the violation, or why the test is not supported, or an empty text
 * @param time when it ended
 */
public record TestResult(
        String backend,
        String rule,
        String kit,
        String group,
        String test,
        String row,
        Outcome outcome,
        String detail,
        Instant time) {

    static final Comparator<TestResult> ORDER = Comparator.comparing(TestResult::rule)
            .thenComparing(TestResult::backend)
            .thenComparing(TestResult::name);

    /** Returns the backends that have results, sorted. */
    static List<String> backends(List<TestResult> results) {
        return results.stream().map(TestResult::backend).distinct().sorted().toList();
    }

    /** Returns the test and its row as they are shown: {@code "Membership.anEmptyBatchSendsNothing"}. */
    public String name() {
        return group.substring(Math.max(group.lastIndexOf('$'), group.lastIndexOf('.')) + 1) + "." + test
                + (row.isEmpty() ? "" : " [" + row + "]");
    }

    /** Returns the worse of two results of the same test. */
    static TestResult worse(TestResult one, TestResult other) {
        return one.outcome.compareTo(other.outcome) >= 0 ? one : other;
    }

    /** Returns the part that is the same for all rows of one test on one backend. */
    List<String> identity() {
        return List.of(backend, kit, group, test);
    }

    /** Returns whether the test still exists and checks the same rule. */
    boolean isCurrent() {
        try {
            ClassLoader loader = getClass().getClassLoader();
            Class.forName(kit, false, loader);
            Class<?> type = Class.forName(group, false, loader);
            return AnnotationSupport.findAnnotatedMethods(type, Checks.class, HierarchyTraversalMode.TOP_DOWN).stream()
                    .anyMatch(method -> method.getName().equals(test)
                            && method.getAnnotation(Checks.class).value().equals(rule));
        } catch (ClassNotFoundException removed) {
            return false;
        }
    }

    /** Returns the result as one line, with the fields separated by tabs. */
    public String toLine() {
        return Stream.of(backend, rule, kit, group, test, row, outcome, detail, time)
                .map(field -> field.toString()
                        .replace("\\", "\\\\")
                        .replace("\t", "\\t")
                        .replace("\r", "\\r")
                        .replace("\n", "\\n"))
                .collect(joining("\t"));
    }

    /**
     * Reads a line of {@link #toLine()}.
     *
     * @throws IllegalArgumentException if it is not such a line
     */
    public static TestResult ofLine(String line) {
        String[] fields = Arrays.stream(line.split("\t", -1))
                .map(String::translateEscapes)
                .toArray(String[]::new);
        if (fields.length != 9) {
            throw new IllegalArgumentException("not a result: " + line);
        }
        return new TestResult(
                fields[0],
                fields[1],
                fields[2],
                fields[3],
                fields[4],
                fields[5],
                Outcome.valueOf(fields[6]),
                fields[7],
                Instant.parse(fields[8]));
    }
}
