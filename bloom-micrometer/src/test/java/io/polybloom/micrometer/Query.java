package io.polybloom.micrometer;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The names in an expression of PromQL, as far as the dashboard needs the language, against a scrape. */
final class Query {

    private static final Set<String> FUNCTIONS = Set.of("sum", "max", "rate", "increase", "label_values");

    /** {@code metric{label="value", ...}}, with or without the braces. */
    private static final Pattern SELECTOR = Pattern.compile("([a-zA-Z_:][\\w:]*)\\s*(?:\\{([^}]*)})?");

    private static final Pattern MATCHER = Pattern.compile("\\s*([a-zA-Z_]\\w*)\\s*(=~|!~|!=|=)\\s*\"([^\"]*)\"\\s*");
    private static final Pattern GROUPING = Pattern.compile("\\bby\\s*\\(([^)]*)\\)");
    private static final Pattern RANGE = Pattern.compile("\\[[^]]*]");
    private static final Pattern LABEL_VALUES = Pattern.compile("label_values\\((\\w+), (\\w+)\\)");

    private final Scrape scrape;
    private final List<String> complaints = new ArrayList<>();

    private Query(Scrape scrape) {
        this.scrape = scrape;
    }

    /** Returns the names in an expression that the scrape does not have, and the parts that are not understood. */
    static List<String> complaints(String expression, Scrape scrape) {
        Query query = new Query(scrape);
        query.check(expression);
        return query.complaints;
    }

    private void check(String expression) {
        Matcher labelValues = LABEL_VALUES.matcher(expression);
        if (labelValues.matches()) {
            checkLabel(labelValues.group(1), labelValues.group(2));
            return;
        }
        List<String> grouped = new ArrayList<>();
        Matcher grouping = GROUPING.matcher(expression);
        while (grouping.find()) {
            grouped.addAll(List.of(grouping.group(1).split("\\s*,\\s*")));
        }
        String rest = RANGE.matcher(grouping.replaceAll("")).replaceAll("");
        Matcher selectors = SELECTOR.matcher(rest);
        int metrics = 0;
        while (selectors.find()) {
            String name = selectors.group(1);
            boolean isCall = rest.substring(selectors.end()).stripLeading().startsWith("(");
            if (isCall && !FUNCTIONS.contains(name)) {
                complaints.add("unknown function " + name);
            } else if (!isCall) {
                metrics++;
                checkSelector(name, selectors.group(2) == null ? "" : selectors.group(2));
                grouped.forEach(label -> checkLabel(name, label));
            }
        }
        if (metrics == 0) {
            complaints.add("no metric in " + expression);
        }
    }

    private void checkSelector(String metric, String matchers) {
        for (String text : matchers.isEmpty() ? new String[0] : matchers.split(",")) {
            Matcher matcher = MATCHER.matcher(text);
            if (!matcher.matches()) {
                complaints.add("not understood: " + text);
                continue;
            }
            checkLabel(metric, matcher.group(1));
            Set<String> values = labels(metric).getOrDefault(matcher.group(1), Set.of());
            if (matcher.group(2).equals("=") && !values.contains(matcher.group(3))) {
                complaints.add(metric + " has no " + text.strip() + ", but " + values);
            }
        }
    }

    private void checkLabel(String metric, String label) {
        if (!scrape.metrics().containsKey(metric)) {
            complaints.add("no metric " + metric);
        } else if (!labels(metric).containsKey(label)) {
            complaints.add(metric + " has no label " + label);
        }
    }

    private Map<String, Set<String>> labels(String metric) {
        return scrape.metrics().getOrDefault(metric, Map.of());
    }
}
