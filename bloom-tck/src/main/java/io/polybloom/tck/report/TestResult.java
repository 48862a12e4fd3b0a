package io.polybloom.tck.report;

import io.polybloom.tck.rule.Checks;
import java.lang.reflect.Method;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

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
            for (Class<?> type = Class.forName(group, false, loader); type != null; type = type.getSuperclass()) {
                for (Method method : type.getDeclaredMethods()) {
                    Checks checks = method.getAnnotation(Checks.class);
                    if (checks != null && method.getName().equals(test)) {
                        return checks.value().id().equals(rule);
                    }
                }
            }
            return false;
        } catch (ClassNotFoundException removed) {
            return false;
        }
    }

    /** Returns the result as one line, with the fields separated by tabs. */
    public String toLine() {
        List<String> fields = new ArrayList<>();
        for (Object field : List.of(backend, rule, kit, group, test, row, outcome, detail, time)) {
            fields.add(field.toString()
                    .replace("\\", "\\\\")
                    .replace("\t", "\\t")
                    .replace("\r", "\\r")
                    .replace("\n", "\\n"));
        }
        return String.join("\t", fields);
    }

    /**
     * Reads a line of {@link #toLine()}.
     *
     * @throws IllegalArgumentException if it is not such a line
     */
    public static TestResult ofLine(String line) {
        String[] fields =
                Arrays.stream(line.split("\t", -1)).map(TestResult::unescaped).toArray(String[]::new);
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

    private static String unescaped(String field) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < field.length(); i++) {
            char c = field.charAt(i);
            if (c != '\\') {
                text.append(c);
                continue;
            }
            i++;
            text.append(
                    switch (field.charAt(i)) {
                        case 't' -> '\t';
                        case 'r' -> '\r';
                        case 'n' -> '\n';
                        default -> field.charAt(i);
                    });
        }
        return text.toString();
    }
}
