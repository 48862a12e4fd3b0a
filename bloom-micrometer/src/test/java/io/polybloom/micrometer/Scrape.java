package io.polybloom.micrometer;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A scrape of an application by Prometheus: the name of each metric with its labels and their values.
 *
 * @param metrics the values by label, by metric
 */
record Scrape(Map<String, Map<String, Set<String>>> metrics) {

    private static final Pattern LINE = Pattern.compile("([a-zA-Z_:][\\w:]*)(?:\\{(.*)})? \\S+");
    private static final Pattern LABEL = Pattern.compile("([a-zA-Z_]\\w*)=\"([^\"]*)\"");

    /** Reads the text format. */
    static Scrape of(String text) {
        Map<String, Map<String, Set<String>>> metrics = new HashMap<>();
        for (String line : text.split("\n")) {
            Matcher sample = LINE.matcher(line);
            if (!line.startsWith("#") && sample.matches()) {
                Map<String, Set<String>> labels = metrics.computeIfAbsent(sample.group(1), name -> new HashMap<>());
                Matcher label = LABEL.matcher(sample.group(2) == null ? "" : sample.group(2));
                while (label.find()) {
                    labels.computeIfAbsent(label.group(1), name -> new HashSet<>())
                            .add(label.group(2));
                }
            }
        }
        return new Scrape(metrics);
    }
}
