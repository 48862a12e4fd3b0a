package io.polybloom.bench.suite;

import static io.polybloom.bench.suite.BulkContestant.ADD;
import static io.polybloom.bench.suite.BulkContestant.LOOK_UP;

import io.polybloom.bench.filter.OurFilter;
import io.polybloom.bench.report.Table;
import io.polybloom.bench.run.Figure;
import io.polybloom.bench.run.Results;
import io.polybloom.bench.setup.Bench;
import io.polybloom.bench.setup.Scale;
import io.polybloom.bench.words.WordSupply;
import io.polybloom.layout.Layouts;
import io.polybloom.layout.Sizing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The native layouts beside each other, without a window and with two, in calls of several sizes. */
final class LayoutSection implements Section {

    /** The size of the calls that have a target. */
    private static final int SMALL_CALL = 100;

    /** Larger calls would fill a slice at once. */
    private static final int MOST_OF_A_CALL = 10_000;

    private static final List<Integer> WINDOWS = List.of(4, 12);
    private static final long CAPACITY = 1_000_000;

    /** So long that hardly any run meets the end of a slice, which would move the keys. */
    private static final Duration SPAN = Duration.ofDays(360);

    /** Smaller slices of a task would measure the meters. */
    private static final int LEAST_SLICE = 10_000;

    @Override
    public Findings run(Bench bench) {
        List<Table> tables = new ArrayList<>();
        Map<Target, Figure> measured = new EnumMap<>(Target.class);
        for (int size : bench.callSizes()) {
            if (size > MOST_OF_A_CALL) {
                continue;
            }
            List<OurFilter> plain = filters(bench, size);
            Results results = measure(bench, "no window", plain, size, CAPACITY);
            tables.add(table("no window", size, plain, results));
            if (size == SMALL_CALL) {
                measured.put(
                        Target.WORDS_LOOK_UP,
                        results.serverRatio(
                                plain.get(2).name(), LOOK_UP, plain.get(0).name(), LOOK_UP));
            }
            for (int slices : WINDOWS) {
                String window = "a window of " + slices + " slices";
                List<OurFilter> filters = plain.stream()
                        .map(filter -> filter.within(SPAN, slices))
                        .toList();
                // A slice is sized for its share of the capacity.
                tables.add(table(window, size, filters, measure(bench, window, filters, size, CAPACITY / slices)));
            }
        }
        return new Findings(
                "Layouts",
                String.format(
                        Locale.ROOT,
                        "Filters for %,d elements (p = %s, Jedis, one thread) of the native layouts take turns. With a"
                                + " window, one slice is filled. Ratios are those to %s.",
                        CAPACITY,
                        Scale.FALSE_POSITIVE_RATE,
                        Layouts.CLASSIC),
                tables,
                List.of(),
                measured);
    }

    private static List<OurFilter> filters(Bench bench, int size) {
        List<OurFilter> filters = new ArrayList<>();
        for (String layout : List.of(Layouts.CLASSIC, Layouts.BLOCKED, Layouts.WORDS)) {
            filters.add(OurFilter.inBatches(bench.jedis(), layout, size));
        }
        filters.add(filters.get(0).sized(Sizing.FAST));
        return filters;
    }

    private static Results measure(Bench bench, String window, List<OurFilter> filters, int size, long most) {
        Scale scale = bench.scale();
        int elements = (int) Math.min(most, Math.min(scale.callElements(), (long) size * scale.callsOfSize()));
        WordSupply words = new WordSupply(elements, elements / 2);
        int slices = Math.max(2, elements / Math.max(size, LEAST_SLICE));
        String section = String.format(Locale.ROOT, "layouts, %s, calls of %,d", window, size);
        return bench.runner(section, scale.callWarmUps(), scale.callRounds())
                .run(filters.stream()
                        .map(filter -> new BulkContestant(filter.name(), filter, CAPACITY, words, slices))
                        .toList());
    }

    private static Table table(String window, int size, List<OurFilter> filters, Results results) {
        Table table = new Table(
                String.format(Locale.ROOT, "%s, calls of %,d", window, size),
                "filter",
                "bits per element",
                "k",
                "add/s",
                "client us",
                "server us",
                "ratio",
                "bytes",
                "look-up/s",
                "client us",
                "server us",
                "ratio",
                "bytes");
        String first = filters.get(0).name();
        for (OurFilter filter : filters) {
            List<String> cells = new ArrayList<>();
            cells.add(filter.name());
            cells.add(Table.decimals((double) filter.bits(CAPACITY) / CAPACITY));
            cells.add(String.valueOf(filter.hashes(CAPACITY)));
            for (String task : List.of(ADD, LOOK_UP)) {
                String name = filter.name();
                cells.add(Table.whole(results.speed(name, task).median()));
                cells.add(Table.thousandths(results.clientMicros(name, task).median()));
                cells.add(Table.thousandths(results.serverMicros(name, task).median()));
                cells.add(Table.thousandths(
                        results.serverRatio(name, task, first, task).median()));
                cells.add(Table.whole(results.bytesIn(name, task).median()
                        + results.bytesOut(name, task).median()));
            }
            table.add(cells.toArray(String[]::new));
        }
        return table;
    }
}
