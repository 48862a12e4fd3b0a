package io.polybloom.bench.suite;

import io.polybloom.bench.filter.BenchFilter;
import io.polybloom.bench.filter.OurFilter;
import io.polybloom.bench.filter.PipelinedBits;
import io.polybloom.bench.filter.RedissonPeer;
import io.polybloom.bench.report.Chart;
import io.polybloom.bench.report.Table;
import io.polybloom.bench.run.ErrorRate;
import io.polybloom.bench.setup.Bench;
import io.polybloom.bench.setup.Scale;
import io.polybloom.bench.words.Words;
import io.polybloom.layout.Layouts;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The error rate of a filter while it is filled, up to one and a half times its capacity. */
final class FillSection implements Section {

    private static final int STEPS = 15;
    private static final int STEPS_TO_CAPACITY = 10;
    private static final double PERCENT = 100;

    @Override
    public Findings run(Bench bench) {
        Scale scale = bench.scale();
        Words words = Words.of(0, scale.fillCapacity() / STEPS_TO_CAPACITY * STEPS, scale.probes());
        Map<String, double[][]> lines = new LinkedHashMap<>();
        Table table = new Table("error rate, measured (theory)", "filter", "half full", "full", "1.5 times full");
        for (BenchFilter filter : filters(bench)) {
            bench.progress().accept("fill: " + filter.name());
            double[][] theory = new double[2][STEPS];
            double[][] measured = fill(filter, words, scale.fillCapacity(), theory);
            lines.put(filter.name(), measured);
            if (filter instanceof OurFilter) {
                lines.put("theory of " + filter.name(), theory);
            }
            table.add(filter.name(), at(4, measured, theory), at(9, measured, theory), at(14, measured, theory));
        }
        return new Findings(
                "Error rate against fill",
                String.format(
                        Locale.ROOT,
                        "Filters for %,d elements at p = %s are filled in steps of a tenth; after each step %,d absent"
                                + " elements are asked for.",
                        scale.fillCapacity(),
                        Scale.FALSE_POSITIVE_RATE,
                        scale.probes()),
                List.of(table),
                List.of(new Chart.Lines(
                        "Error rate against fill",
                        "share of the capacity that was added",
                        "percent",
                        false,
                        false,
                        lines)),
                Map.of());
    }

    private static List<BenchFilter> filters(Bench bench) {
        return List.of(
                OurFilter.of(bench.jedis(), Layouts.CLASSIC),
                OurFilter.of(bench.jedis(), Layouts.BLOCKED),
                new RedissonPeer(bench.redisson()),
                new PipelinedBits(bench.jedis().jedis()));
    }

    static double[][] fill(BenchFilter filter, Words words, int capacity, double[][] theory) {
        double[][] measured = new double[2][STEPS];
        ErrorRate judge = new ErrorRate(filter.name(), filter.tolerance());
        int perStep = capacity / STEPS_TO_CAPACITY;
        filter.create(capacity, Scale.FALSE_POSITIVE_RATE);
        try {
            for (int step = 0; step < STEPS; step++) {
                int added = (step + 1) * perStep;
                filter.add(words.present().subList(step * perStep, added));
                long wrong = filter.contains(words.absent());
                double expected = filter.expectedRate(added);
                judge.check(wrong, words.absent().size(), expected);
                measured[0][step] = theory[0][step] = (double) added / capacity;
                measured[1][step] = PERCENT * wrong / words.absent().size();
                theory[1][step] = PERCENT * expected;
            }
            judge.checkPresent(filter.contains(words.present()), words.present().size());
        } finally {
            filter.delete();
        }
        return measured;
    }

    private static String at(int step, double[][] measured, double[][] theory) {
        return String.format(Locale.ROOT, "%.3f %% (%.3f %%)", measured[1][step], theory[1][step]);
    }
}
