package io.polybloom.bench.suite;

import static io.polybloom.bench.suite.BulkContestant.ADD;
import static io.polybloom.bench.suite.BulkContestant.LOOK_UP;

import io.polybloom.bench.client.UngroupedClients;
import io.polybloom.bench.filter.BenchFilter;
import io.polybloom.bench.filter.OurFilter;
import io.polybloom.bench.filter.RedissonPeer;
import io.polybloom.bench.report.Chart;
import io.polybloom.bench.report.Table;
import io.polybloom.bench.run.Figure;
import io.polybloom.bench.run.Results;
import io.polybloom.layout.Layouts;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** How the figures of calls of several sizes are shown. */
final class CallsTables {

    /** Ours on Jedis. */
    static final String JEDIS = OurFilter.name("Jedis", Layouts.CLASSIC);

    /** Ours on Jedis, which names each bit. */
    static final String UNGROUPED = OurFilter.name(UngroupedClients.JEDIS, Layouts.CLASSIC);

    private static final String PEER = RedissonPeer.NAME;

    private CallsTables() {}

    /** The name of a filter here: the tables say the size of the call. */
    static String name(BenchFilter filter) {
        return filter.name().replaceAll(", batches of \\d+$", "");
    }

    /** One table for adds, one for look-ups. */
    static List<Table> of(int size, long capacity, List<String> names, Results results) {
        return List.of(table(ADD, size, capacity, names, results), table(LOOK_UP, size, capacity, names, results));
    }

    private static Table table(String task, int size, long capacity, List<String> names, Results results) {
        Table table = new Table(
                String.format(Locale.ROOT, "%s in calls of %,d, capacity %,d", task, size, capacity),
                "contestant",
                "elements/s",
                "x " + (names.contains(PEER) ? "Redisson" : "naming each bit"),
                "(rounds)",
                "client us/element",
                "server us/element",
                "x naming each bit",
                "bytes in",
                "bytes out");
        String base = names.contains(PEER) ? PEER : UNGROUPED;
        for (String name : names) {
            Figure speedUp = results.speedUp(name, task, base, task);
            table.add(
                    name,
                    Table.whole(results.speed(name, task).median()),
                    Table.decimals(speedUp.median()),
                    Table.range(speedUp),
                    Table.decimals(results.clientMicros(name, task).median()),
                    Table.thousandths(results.serverMicros(name, task).median()),
                    Table.thousandths(
                            results.serverRatio(name, task, UNGROUPED, task).median()),
                    Table.decimals(results.bytesIn(name, task).median()),
                    Table.decimals(results.bytesOut(name, task).median()));
        }
        return table;
    }

    /** The processor time of the server per element, by the size of the call. */
    static Chart serverTime(String task, Map<Integer, Results> bySize) {
        Map<String, double[][]> lines = new LinkedHashMap<>();
        for (String name : List.of(JEDIS, UNGROUPED, PEER)) {
            double[][] points = new double[2][bySize.size()];
            int i = 0;
            for (Map.Entry<Integer, Results> results : bySize.entrySet()) {
                points[0][i] = results.getKey();
                points[1][i] = results.getValue().serverMicros(name, task).median();
                i++;
            }
            lines.put(name, points);
        }
        return new Chart.Lines(
                "Processor time of the server by the size of the call, " + task,
                "elements per call",
                "microseconds per element",
                true,
                true,
                lines);
    }
}
