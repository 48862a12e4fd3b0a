package io.polybloom.micrometer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.hash.Funnel;
import com.google.common.hash.Funnels;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.polybloom.BloomFilter;
import io.polybloom.BloomFilters;
import io.polybloom.FilterGoneException;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.MirrorOptions;
import io.polybloom.memory.InMemoryBloom;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Each query of the dashboard, and each meter of the page, against a scrape of Prometheus. */
class DashboardTest {

    private static final Funnel<CharSequence> TEXT = Funnels.stringFunnel(StandardCharsets.UTF_8);
    private static final Path PAGE = Path.of("..", "docs", "metrics.md");

    private static String text = "";
    private static Scrape scrape = new Scrape(Map.of());

    @BeforeAll
    static void measure() {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        ManualScheduler scheduler = new ManualScheduler();
        try (BloomMetrics metrics = new BloomMetrics(scheduler)) {
            metrics.bindTo(registry);
            FilterSpec spec = FilterSpec.named("clicks").capacity(1_000).build();
            BloomFilters filters = InMemoryBloom.create();
            BloomFilter<CharSequence> filter =
                    filters.open(spec, TEXT, FilterOptions.defaults().listener(metrics));
            metrics.sample(filter, Duration.ofMinutes(1));
            metrics.watch("clicks", filters.mirror("clicks", TEXT, MirrorOptions.defaults()));
            filter.add("a");
            filter.mightContain("a");
            filter.load(List.of("b"), taken -> {});
            scheduler.tick();
            filter.delete();
            assertThrows(FilterGoneException.class, () -> filter.add("a"));
            text = registry.scrape();
            scrape = Scrape.of(text);
        } finally {
            scheduler.shutdownNow();
        }
    }

    @Test
    void everyQueryOfTheDashboardFindsItsMetricsAndLabels() throws IOException {
        List<String> queries = queries();
        assertTrue(queries.size() > 15, queries.toString());
        List<String> complaints = new ArrayList<>();
        for (String query : queries) {
            Query.complaints(query, scrape).forEach(complaint -> complaints.add(complaint + " in " + query));
        }
        assertEquals(List.of(), complaints, text);
    }

    @Test
    void theDashboardShowsEveryMetric() throws IOException {
        Set<String> unseen = new TreeSet<>();
        for (String metric : scrape.metrics().keySet()) {
            if (metric.startsWith("polybloom_")) {
                unseen.add(metric);
            }
        }
        for (String query : queries()) {
            unseen.removeIf(metric ->
                    Pattern.compile("\\b" + metric + "\\b").matcher(query).find());
        }
        assertEquals(Set.of(), unseen);
    }

    @Test
    void mistakesInQueriesAreFound() {
        String right = "sum by (filter, result) (rate(polybloom_adds_total{result=\"new\"}[5m]))";
        assertEquals(List.of(), Query.complaints(right, scrape));
        for (String wrong : List.of(
                right.replace("adds", "additions"),
                right.replace("filter,", "filters,"),
                right.replace("result=", "answer="),
                right.replace("new", "fresh"),
                right.replace("rate", "ratio"),
                "sum(rate([5m]))",
                "label_values(polybloom_adds_total, reason)")) {
            assertFalse(Query.complaints(wrong, scrape).isEmpty(), wrong);
        }
    }

    /** The tables of the page: meter, type and unit, tags, ... */
    @Test
    void thePageHasEveryMeterWithItsTags() throws IOException {
        Matcher rows = Pattern.compile("(?m)^\\| `(polybloom\\.[a-z.]+)` \\| (\\w+)(?:, (\\w+))? \\| ([^|]+) \\|")
                .matcher(Files.readString(PAGE));
        Set<String> onThePage = new TreeSet<>();
        while (rows.find()) {
            String unit = rows.group(3) == null ? "" : "_" + rows.group(3);
            String suffix = switch (rows.group(2)) {
                case "counter" -> "_total";
                case "timer" -> "_seconds_count";
                default -> "";
            };
            Set<String> tags = new TreeSet<>();
            Matcher tag = Pattern.compile("`(\\w+)`").matcher(rows.group(4));
            while (tag.find()) {
                tags.add(tag.group(1));
            }
            onThePage.add(rows.group(1).replace('.', '_') + unit + suffix + tags);
        }
        Set<String> scraped = new TreeSet<>();
        scrape.metrics().forEach((metric, labels) -> {
            boolean isPartOfATimer = metric.endsWith("_seconds_sum") || metric.endsWith("_seconds_max");
            if (metric.startsWith("polybloom_") && !isPartOfATimer) {
                scraped.add(metric + new TreeSet<>(labels.keySet()));
            }
        });
        assertEquals(scraped, onThePage);
    }

    private static List<String> queries() throws IOException {
        List<String> queries = new ArrayList<>();
        try (InputStream json = BloomMetrics.class.getResourceAsStream("grafana-dashboard.json")) {
            collect(JsonParser.parseString(new String(json.readAllBytes(), StandardCharsets.UTF_8)), queries);
        }
        return queries;
    }

    /** All expressions of panels, and the queries of variables. */
    private static void collect(JsonElement element, List<String> queries) {
        if (element.isJsonArray()) {
            element.getAsJsonArray().forEach(each -> collect(each, queries));
        } else if (element.isJsonObject()) {
            JsonObject object = element.getAsJsonObject();
            if (object.has("expr")) {
                queries.add(object.get("expr").getAsString());
            }
            if (object.has("query") && object.get("type").getAsString().equals("query")) {
                queries.add(object.get("query").getAsString());
            }
            object.entrySet().forEach(each -> collect(each.getValue(), queries));
        }
    }
}
