package io.polybloom.bench.suite;

import io.polybloom.bench.Bench;
import io.polybloom.bench.Scale;
import io.polybloom.bench.client.Client;
import io.polybloom.bench.filter.BenchFilter;
import io.polybloom.bench.filter.HandInlined;
import io.polybloom.bench.filter.OurFilter;
import io.polybloom.bench.filter.PipelinedBits;
import io.polybloom.bench.filter.RedissonPeer;
import io.polybloom.bench.report.Chart;
import io.polybloom.bench.report.Table;
import io.polybloom.bench.run.Figure;
import io.polybloom.bench.run.Results;
import io.polybloom.layout.Layouts;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** Single calls on every client against a plain GET through the same client, with their latencies. */
final class SingleSection implements Section {

    private static final double NANOS_PER_MICRO = 1000;
    private static final double[] PERCENTILES = {50, 75, 90, 95, 99, 99.5, 99.9};

    @Override
    public Findings run(Bench bench) {
        Scale scale = bench.scale();
        WordSupply words = new WordSupply(2 * scale.singles(), scale.singles());
        List<SingleContestant> contestants = new ArrayList<>();
        for (Client client : bench.clients()) {
            contestants.add(new SingleContestant(client, filters(client, bench), words));
        }
        // Few calls make a round: the compiler needs several of them.
        int warmUps = 5 * scale.warmUps();
        Results results = bench.runner("single", warmUps, scale.singleRounds()).run(contestants);
        List<Table> tables = new ArrayList<>();
        List<Chart> charts = new ArrayList<>();
        for (SingleContestant contestant : contestants) {
            tables.add(table(contestant, results));
            charts.add(chart(contestant));
        }
        return new Findings("Single calls", explanation(scale), tables, charts, targets(results));
    }

    private static List<BenchFilter> filters(Client client, Bench bench) {
        List<BenchFilter> filters = new ArrayList<>();
        filters.add(OurFilter.of(client, Layouts.CLASSIC));
        filters.add(OurFilter.of(client, Layouts.BLOCKED));
        if (client == bench.jedis()) {
            filters.add(new HandInlined(bench.jedis()));
            filters.add(new PipelinedBits(bench.jedis().jedis()));
        }
        if (client == bench.redisson()) {
            filters.add(new RedissonPeer(bench.redisson()));
        }
        return filters;
    }

    private static String explanation(Scale scale) {
        return String.format(
                Locale.ROOT,
                "%,d calls of each operation in a round, one thread that waits for each answer; filters for 1,000,000 elements at"
                        + " p = %s. add: new elements; mightContain: half present, half absent. x GET compares the time of"
                        + " all calls of a round, percentiles are over all rounds. By hand: the same command written without"
                        + " this library's steps and batches. k SETBIT/GETBIT: one pipeline per call, as in the articles.",
                scale.singles(),
                Scale.FALSE_POSITIVE_RATE);
    }

    private static Table table(SingleContestant contestant, Results results) {
        String client = contestant.name();
        Table table = new Table(
                "single calls, " + client,
                "operation",
                "x GET",
                "(rounds)",
                "median us",
                "p99 us",
                "p99.9 us",
                "server us");
        contestant.latencies().forEach((task, latency) -> {
            Figure ratio = results.speedUp(client, SingleContestant.GET, client, task);
            table.add(
                    task,
                    Table.decimals(ratio.median()),
                    Table.range(ratio),
                    Table.decimals(latency.getValueAtPercentile(50) / NANOS_PER_MICRO),
                    Table.decimals(latency.getValueAtPercentile(99) / NANOS_PER_MICRO),
                    Table.decimals(latency.getValueAtPercentile(99.9) / NANOS_PER_MICRO),
                    Table.decimals(results.serverMicros(client, task).median()));
        });
        return table;
    }

    private static Chart chart(SingleContestant contestant) {
        Map<String, double[][]> lines = new LinkedHashMap<>();
        contestant.latencies().forEach((task, latency) -> lines.put(task, percentiles(latency)));
        return new Chart.Lines(
                "Latency percentiles, " + contestant.name(),
                "one call in so many is slower",
                "microseconds",
                true,
                true,
                lines);
    }

    private static double[][] percentiles(Histogram latency) {
        double[][] points = new double[2][PERCENTILES.length];
        for (int i = 0; i < PERCENTILES.length; i++) {
            points[0][i] = 100 / (100 - PERCENTILES[i]);
            points[1][i] = latency.getValueAtPercentile(PERCENTILES[i]) / NANOS_PER_MICRO;
        }
        return points;
    }

    private static Map<Target, Figure> targets(Results results) {
        Map<Target, Figure> figures = new EnumMap<>(Target.class);
        putRatios(figures, results, "Jedis", Target.MIGHT_CONTAIN_JEDIS, Target.ADD_JEDIS);
        putRatios(figures, results, "Redisson", Target.MIGHT_CONTAIN_REDISSON, Target.ADD_REDISSON);
        putRatios(figures, results, "Vert.x", Target.MIGHT_CONTAIN_VERTX, Target.ADD_VERTX);
        figures.put(
                Target.MIGHT_CONTAIN_PEER,
                results.speedUp(
                        "Redisson",
                        SingleContestant.lookUp(RedissonPeer.NAME),
                        "Redisson",
                        SingleContestant.lookUp(OurFilter.name("Redisson", Layouts.CLASSIC))));
        return figures;
    }

    private static void putRatios(
            Map<Target, Figure> figures, Results results, String client, Target mightContain, Target add) {
        String ours = OurFilter.name(client, Layouts.CLASSIC);
        String get = SingleContestant.GET;
        figures.put(mightContain, results.speedUp(client, get, client, SingleContestant.lookUp(ours)));
        figures.put(add, results.speedUp(client, get, client, SingleContestant.add(ours)));
    }
}
