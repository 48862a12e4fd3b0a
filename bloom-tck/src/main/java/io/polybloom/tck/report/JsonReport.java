package io.polybloom.tck.report;

import io.polybloom.tck.rule.Rule;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** The report for programs. */
final class JsonReport {

    private JsonReport() {}

    static String of(List<TestResult> results) {
        List<String> backends = List.copyOf(
                new TreeSet<>(results.stream().map(TestResult::backend).toList()));
        StringBuilder json = new StringBuilder("{\"backends\": [");
        json.append(String.join(", ", backends.stream().map(JsonReport::quoted).toList()));
        json.append("],\n\"rules\": [");
        String separator = "\n";
        for (Rule rule : Rule.values()) {
            json.append(separator).append(rule(rule, backends, results));
            separator = ",\n";
        }
        return json.append("\n]}\n").toString();
    }

    private static String rule(Rule rule, List<String> backends, List<TestResult> results) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("rule", quoted(rule.id()));
        fields.put("name", quoted(rule.name()));
        fields.put("level", quoted(rule.level().name()));
        fields.put("kind", quoted(rule.kind().name()));
        fields.put("sentence", quoted(rule.sentence()));
        Map<String, String> verdicts = new LinkedHashMap<>();
        for (String backend : backends) {
            verdicts.put(backend, verdict(Verdict.of(rule, backend, results)));
        }
        fields.put("backends", object(verdicts, "\n    "));
        return "  " + object(fields, " ");
    }

    private static String verdict(Verdict verdict) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("summary", quoted(verdict.summary().name()));
        fields.put(
                "tests",
                "["
                        + String.join(
                                ", ",
                                verdict.results().stream().map(JsonReport::test).toList()) + "]");
        return object(fields, " ");
    }

    private static String test(TestResult result) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("test", quoted(result.name()));
        fields.put("outcome", quoted(result.outcome().name()));
        if (!result.detail().isEmpty()) {
            fields.put("detail", quoted(result.detail()));
        }
        fields.put("time", quoted(result.time().toString()));
        return object(fields, " ");
    }

    private static String object(Map<String, String> fields, String space) {
        StringBuilder json = new StringBuilder("{");
        String separator = space.isBlank() && space.length() > 1 ? space : "";
        for (Map.Entry<String, String> field : fields.entrySet()) {
            json.append(separator).append(quoted(field.getKey())).append(": ").append(field.getValue());
            separator = "," + space;
        }
        return json.append('}').toString();
    }

    static String quoted(String text) {
        StringBuilder json = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            switch (c) {
                case '"' -> json.append("\\\"");
                case '\\' -> json.append("\\\\");
                case '\n' -> json.append("\\n");
                default -> json.append(c < ' ' ? String.format("\\u%04x", (int) c) : String.valueOf(c));
            }
        }
        return json.append('"').toString();
    }
}
