package io.polybloom.tck.report;

import static java.util.stream.Collectors.joining;

import io.polybloom.tck.rule.Rule;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The report for programs. */
final class JsonReport {

    private JsonReport() {}

    static String of(List<TestResult> results) {
        List<String> backends = TestResult.backends(results);
        Map<String, Object> report = new LinkedHashMap<>();
        report.put("backends", backends);
        report.put(
                "rules",
                Rule.all().stream().map(rule -> rule(rule, backends, results)).toList());
        return json(report) + "\n";
    }

    private static Map<String, Object> rule(Rule rule, List<String> backends, List<TestResult> results) {
        Map<String, Object> verdicts = new LinkedHashMap<>();
        for (String backend : backends) {
            Verdict verdict = Verdict.of(rule, backend, results);
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("summary", verdict.summary());
            fields.put("tests", verdict.results().stream().map(JsonReport::test).toList());
            verdicts.put(backend, fields);
        }
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("rule", rule.id());
        fields.put("level", rule.level());
        fields.put("kind", rule.kind());
        fields.put("sentence", rule.sentence());
        fields.put("backends", verdicts);
        return fields;
    }

    private static Map<String, Object> test(TestResult result) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("test", result.name());
        fields.put("outcome", result.outcome());
        if (!result.detail().isEmpty()) {
            fields.put("detail", result.detail());
        }
        fields.put("time", result.time());
        return fields;
    }

    /** Writes maps and lists; any other value is shown as a string. */
    private static String json(Object value) {
        if (value instanceof Map<?, ?> fields) {
            return fields.entrySet().stream()
                    .map(field -> json(field.getKey()) + ": " + json(field.getValue()))
                    .collect(joining(", ", "{", "}"));
        }
        if (value instanceof List<?> values) {
            return values.stream().map(JsonReport::json).collect(joining(",\n", "[", "]"));
        }
        return value.toString().chars().mapToObj(JsonReport::escaped).collect(joining("", "\"", "\""));
    }

    private static String escaped(int character) {
        return switch (character) {
            case '"', '\\' -> "\\" + (char) character;
            case '\n' -> "\\n";
            default -> character < ' ' ? String.format("\\u%04x", character) : Character.toString(character);
        };
    }
}
