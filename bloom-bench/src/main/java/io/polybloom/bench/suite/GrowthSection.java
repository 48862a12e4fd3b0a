package io.polybloom.bench.suite;

import static io.polybloom.bench.suite.BulkContestant.ADD;
import static io.polybloom.bench.suite.BulkContestant.LOOK_UP;

import io.polybloom.bench.Bench;
import io.polybloom.bench.Scale;
import io.polybloom.bench.filter.OurFilter;
import io.polybloom.bench.report.Chart;
import io.polybloom.bench.report.Table;
import io.polybloom.bench.run.Results;
import io.polybloom.layout.Layouts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The cost of an element in filters of growing capacity, which have one partition or many. */
final class GrowthSection implements Section {

    @Override
    public Findings run(Bench bench) {
        Scale scale = bench.scale();
        WordSupply words = new WordSupply(scale.sample(), scale.sample() / 2);
        List<BulkContestant> contestants = new ArrayList<>();
        for (long capacity : scale.capacities()) {
            OurFilter filter = OurFilter.of(bench.jedis(), Layouts.CLASSIC);
            contestants.add(new BulkContestant(name(capacity), filter, capacity, words));
        }
        Results results =
                bench.runner("growth", scale.warmUps(), scale.rounds()).run(contestants);
        List<String> names = contestants.stream().map(BulkContestant::name).toList();
        return new Findings(
                "Cost as the capacity grows",
                String.format(
                        Locale.ROOT,
                        "Filters of each capacity at p = %s, %s, on Jedis: %,d elements are added in %d calls, then half of"
                                + " them and as many absent ones are asked for.",
                        Scale.FALSE_POSITIVE_RATE,
                        Layouts.CLASSIC,
                        scale.sample(),
                        BulkContestant.SLICES),
                List.of(table(names, results)),
                List.of(chart(scale, results)),
                Map.of(
                        Target.GROWTH_ADD, results.spread(names, ADD),
                        Target.GROWTH_LOOK_UP, results.spread(names, LOOK_UP)));
    }

    private static String name(long capacity) {
        return String.format(Locale.ROOT, "capacity %,d", capacity);
    }

    private static Table table(List<String> names, Results results) {
        Table table = new Table(
                "cost by capacity",
                "filter",
                "add us",
                "x smallest",
                "server us",
                "look-up us",
                "x smallest",
                "server us");
        String smallest = names.get(0);
        for (String name : names) {
            table.add(
                    name,
                    Table.decimals(results.nanos(name, ADD).median() / 1000),
                    Table.decimals(results.speedUp(smallest, ADD, name, ADD).median()),
                    Table.decimals(results.serverMicros(name, ADD).median()),
                    Table.decimals(results.nanos(name, LOOK_UP).median() / 1000),
                    Table.decimals(
                            results.speedUp(smallest, LOOK_UP, name, LOOK_UP).median()),
                    Table.decimals(results.serverMicros(name, LOOK_UP).median()));
        }
        return table;
    }

    private static Chart chart(Scale scale, Results results) {
        List<Long> capacities = scale.capacities();
        Map<String, double[][]> lines = new LinkedHashMap<>();
        for (String task : List.of(ADD, LOOK_UP)) {
            double[][] points = new double[2][capacities.size()];
            for (int i = 0; i < capacities.size(); i++) {
                points[0][i] = capacities.get(i);
                points[1][i] = results.nanos(name(capacities.get(i)), task).median() / 1000;
            }
            lines.put(task, points);
        }
        return new Chart.Lines("Cost per element by capacity", "capacity", "microseconds", true, false, lines);
    }
}
