package io.polybloom.bench.suite;

import static io.polybloom.bench.suite.SingleContestant.GET;
import static io.polybloom.bench.suite.SingleContestant.add;
import static io.polybloom.bench.suite.SingleContestant.lookUp;

import io.polybloom.bench.client.Client;
import io.polybloom.bench.filter.BeforeFilter;
import io.polybloom.bench.filter.BenchFilter;
import io.polybloom.bench.filter.HandInlined;
import io.polybloom.bench.filter.OurFilter;
import io.polybloom.bench.filter.PipelinedBits;
import io.polybloom.bench.filter.RedissonPeer;
import io.polybloom.bench.report.Chart;
import io.polybloom.bench.report.Table;
import io.polybloom.bench.run.Figure;
import io.polybloom.bench.run.Results;
import io.polybloom.bench.setup.Bench;
import io.polybloom.bench.setup.Scale;
import io.polybloom.bench.words.WordSupply;
import io.polybloom.layout.Layouts;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Single calls on every client against a plain GET through the same client, with their latencies. */
final class SingleSection implements Section {

    private static final double[] PERCENTILES = {50, 75, 90, 95, 99, 99.5, 99.9};

    @Override
    public Findings run(Bench bench) {
        Scale scale = bench.scale();
        WordSupply words = new WordSupply(2 * scale.singles(), scale.singles());
        SingleContestant jedis = contestant(bench.jedis(), bench, words);
        SingleContestant lettuce = contestant(bench.lettuce(), bench, words);
        SingleContestant redisson = contestant(bench.redisson(), bench, words);
        SingleContestant vertx = contestant(bench.vertx(), bench, words);
        List<SingleContestant> contestants = List.of(jedis, lettuce, redisson, vertx);
        // Few calls make a round: the compiler needs several of them.
        int warmUps = 5 * scale.warmUps();
        Results results = bench.runner("single", warmUps, scale.singleRounds()).run(contestants);
        List<Table> tables = new ArrayList<>();
        List<Chart> charts = new ArrayList<>();
        for (SingleContestant contestant : contestants) {
            tables.add(table(contestant, results));
            charts.add(chart(contestant));
        }
        return new Findings("Single calls", explanation(scale), tables, charts, targets(jedis, redisson, vertx));
    }

    private static SingleContestant contestant(Client client, Bench bench, WordSupply words) {
        return new SingleContestant(client, filters(client, bench), words);
    }

    private static List<BenchFilter> filters(Client client, Bench bench) {
        List<BenchFilter> filters = new ArrayList<>();
        filters.add(OurFilter.of(client, Layouts.CLASSIC));
        filters.add(OurFilter.of(client, Layouts.BLOCKED));
        if (client == bench.jedis()) {
            bench.before().ifPresent(classPath -> filters.add(new BeforeFilter(bench.jedis(), classPath)));
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
                "%,d calls of each operation in a round, one thread that waits for each answer; filters for 1,000,000"
                        + " elements at p = %s. add: new elements; mightContain: half present, half absent. x GET"
                        + " compares the median calls of a round, sums all its time; percentiles are over all rounds."
                        + " By hand: the same command written without this library's steps and batches. k"
                        + " SETBIT/GETBIT: one pipeline per call, as in the articles.",
                scale.singles(),
                Scale.FALSE_POSITIVE_RATE);
    }

    private static Table table(SingleContestant contestant, Results results) {
        String client = contestant.name();
        Latencies latencies = contestant.latencies();
        Table table = new Table(
                "single calls, " + client,
                "operation",
                "x GET",
                "(rounds)",
                "x GET, sums",
                "median us",
                "p99 us",
                "p99.9 us",
                "server us");
        for (String task : latencies.tasks()) {
            Figure ratio = latencies.ratio(task, GET);
            table.add(
                    task,
                    Table.decimals(ratio.median()),
                    Table.range(ratio),
                    Table.decimals(results.speedUp(client, GET, client, task).median()),
                    Table.decimals(latencies.micros(task, 50)),
                    Table.decimals(latencies.micros(task, 99)),
                    Table.decimals(latencies.micros(task, 99.9)),
                    Table.decimals(results.serverMicros(client, task).median()));
        }
        return table;
    }

    private static Chart chart(SingleContestant contestant) {
        Map<String, double[][]> lines = new LinkedHashMap<>();
        for (String task : contestant.latencies().tasks()) {
            lines.put(task, percentiles(task, contestant.latencies()));
        }
        return new Chart.Lines(
                "Latency percentiles, " + contestant.name(),
                "one call in N is slower",
                "microseconds",
                true,
                true,
                lines);
    }

    private static double[][] percentiles(String task, Latencies latencies) {
        double[][] points = new double[2][PERCENTILES.length];
        for (int i = 0; i < PERCENTILES.length; i++) {
            points[0][i] = 100 / (100 - PERCENTILES[i]);
            points[1][i] = latencies.micros(task, PERCENTILES[i]);
        }
        return points;
    }

    private static Map<Target, Figure> targets(
            SingleContestant jedis, SingleContestant redisson, SingleContestant vertx) {
        Map<Target, Figure> figures = new EnumMap<>(Target.class);
        putRatios(figures, jedis, Target.MIGHT_CONTAIN_JEDIS, Target.ADD_JEDIS);
        putRatios(figures, redisson, Target.MIGHT_CONTAIN_REDISSON, Target.ADD_REDISSON);
        putRatios(figures, vertx, Target.MIGHT_CONTAIN_VERTX, Target.ADD_VERTX);
        String before = lookUp(BeforeFilter.NAME);
        if (jedis.latencies().tasks().contains(before)) {
            String now = lookUp(ours(jedis));
            figures.put(Target.BEFORE_MEDIAN, jedis.latencies().ratio(now, before));
            figures.put(Target.BEFORE_HIGHEST, jedis.latencies().ratioOfHighest(now, before));
        }
        figures.put(
                Target.MIGHT_CONTAIN_PEER,
                redisson.latencies().ratio(lookUp(ours(redisson)), lookUp(RedissonPeer.NAME)));
        return figures;
    }

    private static void putRatios(
            Map<Target, Figure> figures, SingleContestant contestant, Target mightContain, Target add) {
        Latencies latencies = contestant.latencies();
        figures.put(mightContain, latencies.ratio(lookUp(ours(contestant)), GET));
        figures.put(add, latencies.ratio(add(ours(contestant)), GET));
    }

    private static String ours(SingleContestant contestant) {
        return OurFilter.name(contestant.name(), Layouts.CLASSIC);
    }
}
