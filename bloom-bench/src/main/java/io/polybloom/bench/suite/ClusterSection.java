package io.polybloom.bench.suite;

import static io.polybloom.bench.suite.BulkContestant.ADD;
import static io.polybloom.bench.suite.BulkContestant.LOOK_UP;

import io.polybloom.bench.filter.OurFilter;
import io.polybloom.bench.report.Table;
import io.polybloom.bench.run.Figure;
import io.polybloom.bench.run.Results;
import io.polybloom.bench.run.RoundRunner;
import io.polybloom.bench.run.ServerMeter;
import io.polybloom.bench.run.SumOfMeters;
import io.polybloom.bench.setup.Bench;
import io.polybloom.bench.setup.BenchCluster;
import io.polybloom.bench.setup.Scale;
import io.polybloom.bench.words.WordSupply;
import io.polybloom.layout.Layouts;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Bulk operations in clusters of several sizes: the cost of an element for the nodes must not depend on their number.
 */
final class ClusterSection implements Section {

    private static final int CALL = 10_000;
    private static final long PARTITION_BITS = 1 << 20;

    @Override
    public Findings run(Bench bench) {
        List<BenchCluster> clusters = new ArrayList<>();
        try {
            for (int nodes : bench.clusterSizes()) {
                clusters.add(BenchCluster.start(nodes));
            }
            return run(bench, clusters);
        } finally {
            clusters.forEach(BenchCluster::close);
        }
    }

    private static Findings run(Bench bench, List<BenchCluster> clusters) {
        Scale scale = bench.scale();
        WordSupply words = new WordSupply(scale.elements(), scale.elements() / 2);
        List<BulkContestant> contestants = new ArrayList<>();
        List<ServerMeter> meters = new ArrayList<>();
        for (BenchCluster cluster : clusters) {
            OurFilter filter =
                    OurFilter.inBatches(cluster.client(), Layouts.CLASSIC, CALL).withPartitionsOf(PARTITION_BITS);
            contestants.add(new BulkContestant(filter.name(), filter, scale.elements(), words));
            meters.addAll(cluster.meters());
        }
        Results results = new RoundRunner(
                        scale.callWarmUps(),
                        scale.callRounds(),
                        new SumOfMeters(meters),
                        what -> bench.progress().accept("cluster: " + what))
                .run(contestants);
        return new Findings(
                "Clusters",
                String.format(
                        Locale.ROOT,
                        "%,d elements in calls of %,d through Jedis, p = %s, partitions of at most %,d bits, so that"
                                + " all nodes have a part of them. The time of all nodes is added up: per element it"
                                + " should be the same.",
                        scale.elements(),
                        CALL,
                        Scale.FALSE_POSITIVE_RATE,
                        PARTITION_BITS),
                List.of(table(ADD, contestants, results), table(LOOK_UP, contestants, results)),
                List.of(),
                Map.of());
    }

    private static Table table(String task, List<BulkContestant> contestants, Results results) {
        Table table = new Table(
                task + " in clusters",
                "contestant",
                "elements/s",
                "(rounds)",
                "client us/element",
                "server us/element",
                "x first",
                "(rounds)",
                "bytes in",
                "bytes out");
        String first = contestants.get(0).name();
        for (BulkContestant contestant : contestants) {
            String name = contestant.name();
            Figure speed = results.speed(name, task);
            Figure ratio = results.serverRatio(name, task, first, task);
            table.add(
                    name,
                    Table.whole(speed.median()),
                    Table.range(speed),
                    Table.decimals(results.clientMicros(name, task).median()),
                    Table.thousandths(results.serverMicros(name, task).median()),
                    Table.decimals(ratio.median()),
                    Table.range(ratio),
                    Table.decimals(results.bytesIn(name, task).median()),
                    Table.decimals(results.bytesOut(name, task).median()));
        }
        return table;
    }
}
