package io.polybloom.bench.suite;

import static io.polybloom.bench.suite.BulkContestant.ADD;
import static io.polybloom.bench.suite.BulkContestant.LOOK_UP;

import io.polybloom.bench.filter.OurFilter;
import io.polybloom.bench.report.Chart;
import io.polybloom.bench.report.Table;
import io.polybloom.bench.run.Results;
import io.polybloom.bench.setup.Bench;
import io.polybloom.bench.setup.Scale;
import io.polybloom.bench.words.WordSupply;
import io.polybloom.layout.Layouts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The cost of an element in filters of growing capacity, which have one partition or many. */
final class GrowthSection implements Section {

    private static final List<String> LAYOUTS = List.of(Layouts.CLASSIC, Layouts.BLOCKED);

    private static final int CALLS_PER_CAPACITY = 100;
    private static final int LEAST_CALLS = 4;

    /** Smaller slices would measure the meters. */
    private static final int LEAST_SLICE = 10_000;

    @Override
    public Findings run(Bench bench) {
        Scale scale = bench.scale();
        List<BulkContestant> contestants = new ArrayList<>();
        for (long capacity : scale.capacities()) {
            int call = Math.toIntExact(capacity / CALLS_PER_CAPACITY);
            int elements = elements(capacity, scale);
            int slices = Math.max(2, elements / Math.max(call, LEAST_SLICE));
            WordSupply words = new WordSupply(elements, elements / 2);
            for (String layout : LAYOUTS) {
                OurFilter filter = OurFilter.inBatches(bench.jedis(), layout, call);
                contestants.add(new BulkContestant(name(layout, capacity), filter, capacity, words, slices));
            }
        }
        Results results =
                bench.runner("growth", scale.warmUps(), scale.rounds()).run(contestants);
        List<String> classic = names(Layouts.CLASSIC, scale);
        return new Findings(
                "Cost as the capacity grows",
                String.format(
                        Locale.ROOT,
                        "Filters of each capacity n at p = %s on Jedis: %,d elements, or more where that is less than"
                                + " %d calls, are added in calls of n/%d, then half of them and as many absent ones are"
                                + " asked for. The targets are about %s.",
                        Scale.FALSE_POSITIVE_RATE,
                        scale.sample(),
                        LEAST_CALLS,
                        CALLS_PER_CAPACITY,
                        Layouts.CLASSIC),
                List.of(table(scale, results)),
                List.of(chart(scale, results)),
                Map.of(
                        Target.GROWTH_ADD, results.spread(classic, ADD),
                        Target.GROWTH_LOOK_UP, results.spread(classic, LOOK_UP)));
    }

    private static int elements(long capacity, Scale scale) {
        long least = Math.max(scale.sample(), LEAST_CALLS * capacity / CALLS_PER_CAPACITY);
        return Math.toIntExact(Math.min(capacity, least));
    }

    private static List<String> names(String layout, Scale scale) {
        return scale.capacities().stream()
                .map(capacity -> name(layout, capacity))
                .toList();
    }

    private static String name(String layout, long capacity) {
        return String.format(Locale.ROOT, "%s, capacity %,d", layout, capacity);
    }

    private static Table table(Scale scale, Results results) {
        Table table = new Table(
                "cost by capacity",
                "filter",
                "add us",
                "x smallest",
                "server us",
                "look-up us",
                "x smallest",
                "server us");
        for (String layout : LAYOUTS) {
            List<String> names = names(layout, scale);
            for (String name : names) {
                table.add(row(name, names.get(0), results));
            }
        }
        return table;
    }

    private static String[] row(String name, String smallest, Results results) {
        return new String[] {
            name,
            Table.decimals(results.nanos(name, ADD).median() / 1000),
            Table.decimals(results.speedUp(smallest, ADD, name, ADD).median()),
            Table.decimals(results.serverMicros(name, ADD).median()),
            Table.decimals(results.nanos(name, LOOK_UP).median() / 1000),
            Table.decimals(results.speedUp(smallest, LOOK_UP, name, LOOK_UP).median()),
            Table.decimals(results.serverMicros(name, LOOK_UP).median())
        };
    }

    private static Chart chart(Scale scale, Results results) {
        List<Long> capacities = scale.capacities();
        Map<String, double[][]> lines = new LinkedHashMap<>();
        for (String layout : LAYOUTS) {
            for (String task : List.of(ADD, LOOK_UP)) {
                double[][] points = new double[2][capacities.size()];
                for (int i = 0; i < capacities.size(); i++) {
                    points[0][i] = capacities.get(i);
                    points[1][i] =
                            results.nanos(name(layout, capacities.get(i)), task).median() / 1000;
                }
                lines.put(layout + ", " + task, points);
            }
        }
        return new Chart.Lines("Cost per element by capacity", "capacity", "microseconds", true, false, lines);
    }
}
