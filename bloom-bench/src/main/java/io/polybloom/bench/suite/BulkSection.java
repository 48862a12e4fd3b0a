package io.polybloom.bench.suite;

import static io.polybloom.bench.suite.BulkContestant.ADD;
import static io.polybloom.bench.suite.BulkContestant.LOOK_UP;

import io.polybloom.bench.client.Client;
import io.polybloom.bench.filter.Batches;
import io.polybloom.bench.filter.BenchFilter;
import io.polybloom.bench.filter.ModuleFilter;
import io.polybloom.bench.filter.OurFilter;
import io.polybloom.bench.filter.PipelinedBits;
import io.polybloom.bench.filter.RedissonPeer;
import io.polybloom.bench.filter.ScriptPerElement;
import io.polybloom.bench.report.Chart;
import io.polybloom.bench.report.Table;
import io.polybloom.bench.run.Figure;
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
import java.util.function.BiFunction;

/** Bulk add and look-up: ours on every client against all peers. */
final class BulkSection implements Section {

    private static final String PEER = RedissonPeer.NAME;
    private static final String BITS = PipelinedBits.NAME;

    @Override
    public Findings run(Bench bench) {
        Scale scale = bench.scale();
        WordSupply words = new WordSupply(scale.elements(), scale.elements() / 2);
        List<BulkContestant> contestants = new ArrayList<>();
        for (BenchFilter filter : filters(bench)) {
            contestants.add(new BulkContestant(filter.name(), filter, scale.elements(), words));
        }
        Results results = bench.runner("bulk", scale.warmUps(), scale.rounds()).run(contestants);
        List<String> names = contestants.stream().map(BulkContestant::name).toList();
        return new Findings(
                "Bulk add and look-up",
                explanation(bench),
                List.of(table(ADD, names, results), table(LOOK_UP, names, results)),
                List.of(
                        chart(
                                "Throughput as a multiple of Redisson's RBloomFilter",
                                "x",
                                names,
                                (name, task) -> results.speedUp(name, task, PEER, task)),
                        chart(
                                "Processor time of the server per element",
                                "microseconds",
                                names,
                                results::serverMicros)),
                targets(results));
    }

    private static List<BenchFilter> filters(Bench bench) {
        List<BenchFilter> filters = new ArrayList<>();
        for (Client client : bench.clients()) {
            filters.add(OurFilter.of(client, Layouts.CLASSIC));
            filters.add(OurFilter.of(client, Layouts.BLOCKED));
        }
        filters.add(OurFilter.inBatches(bench.jedis(), Layouts.CLASSIC, Batches.OF_PEERS));
        filters.add(new RedissonPeer(bench.redisson()));
        filters.add(new PipelinedBits(bench.jedis().jedis()));
        filters.add(new ScriptPerElement(bench.jedis().jedis()));
        if (bench.server().hasBloomModule()) {
            filters.add(new ModuleFilter(bench.jedis().jedis()));
        }
        return filters;
    }

    private static String explanation(Bench bench) {
        return String.format(
                Locale.ROOT,
                "%,d distinct strings of 16 characters are added to a fresh, empty filter for as many elements at p ="
                        + " %s; then half of them and as many absent ones are asked for. One thread. The contestants"
                        + " take turns: elements come in %d parts. Ours take a part in one call unless the name says"
                        + " otherwise; the peers take %,d at a time. k SETBITs/GETBITs: Guava's murmur3, double"
                        + " hashing, k = 7, %,d elements per pipeline. EVALSHA: go-zero's scripts with k = 7, one call"
                        + " per element, %,d elements per pipeline.%s",
                bench.scale().elements(),
                Scale.FALSE_POSITIVE_RATE,
                BulkContestant.SLICES,
                Batches.OF_PEERS,
                Batches.OF_PEERS,
                Batches.OF_PEERS,
                bench.server().hasBloomModule() ? "" : " BF.MADD and BF.MEXISTS: this server has no Bloom module.");
    }

    private static Table table(String task, List<String> names, Results results) {
        Table table = new Table(
                task,
                "contestant",
                "elements/s",
                "client us/element",
                "server us/element",
                "x Redisson",
                "(rounds)",
                "x k SETBIT/GETBIT");
        for (String name : names) {
            Figure speedUp = results.speedUp(name, task, PEER, task);
            table.add(
                    name,
                    Table.whole(results.speed(name, task).median()),
                    Table.decimals(results.clientMicros(name, task).median()),
                    Table.decimals(results.serverMicros(name, task).median()),
                    Table.decimals(speedUp.median()),
                    Table.range(speedUp),
                    Table.decimals(results.speedUp(name, task, BITS, task).median()));
        }
        return table;
    }

    private static Chart chart(
            String title, String unit, List<String> names, BiFunction<String, String, Figure> figureOfNameAndTask) {
        Map<String, Map<String, Double>> series = new LinkedHashMap<>();
        for (String task : List.of(ADD, LOOK_UP)) {
            Map<String, Double> bars = new LinkedHashMap<>();
            for (String name : names) {
                bars.put(name, figureOfNameAndTask.apply(name, task).median());
            }
            series.put(task, bars);
        }
        return new Chart.Bars(title, unit, series);
    }

    private static Map<Target, Figure> targets(Results results) {
        String jedis = OurFilter.name("Jedis", Layouts.CLASSIC);
        String redisson = OurFilter.name("Redisson", Layouts.CLASSIC);
        String vertx = OurFilter.name("Vert.x", Layouts.CLASSIC);
        String blocked = OurFilter.name("Jedis", Layouts.BLOCKED);
        return Map.of(
                Target.BULK_ADD_JEDIS, results.speedUp(jedis, ADD, PEER, ADD),
                Target.BULK_ADD_REDISSON, results.speedUp(redisson, ADD, PEER, ADD),
                Target.BULK_ADD_VERTX, results.speedUp(vertx, ADD, PEER, ADD),
                Target.BULK_ADD_BITS, results.speedUp(jedis, ADD, BITS, ADD),
                Target.BULK_LOOK_UP, results.speedUp(blocked, LOOK_UP, PEER, LOOK_UP));
    }
}
