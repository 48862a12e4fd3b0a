package io.polybloom.bench.suite;

import io.polybloom.bench.client.Client;
import io.polybloom.bench.filter.RedissonPeer;
import io.polybloom.bench.report.Chart;
import io.polybloom.bench.report.Table;
import io.polybloom.bench.run.Contestant;
import io.polybloom.bench.run.Figure;
import io.polybloom.bench.run.Results;
import io.polybloom.bench.setup.Bench;
import io.polybloom.bench.setup.Scale;
import io.polybloom.bench.words.WordSupply;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Bulk load into an empty filter, against Redisson's bulk add of a part of the elements into a filter of that size. */
final class LoadSection implements Section {

    private static final int PART_OF_PEER = 20;

    @Override
    public Findings run(Bench bench) {
        int elements = bench.scale().loadElements();
        int ofPeer = elements / PART_OF_PEER;
        List<Contestant> contestants = new ArrayList<>();
        for (Client client : bench.clients()) {
            contestants.add(new LoadContestant(client, elements));
        }
        contestants.add(new BulkContestant(
                RedissonPeer.NAME, new RedissonPeer(bench.redisson()), ofPeer, new WordSupply(ofPeer, ofPeer / 100)));
        Results results = bench.runner(
                        "load", bench.scale().warmUps(), bench.scale().rounds())
                .run(contestants);
        String jedis = LoadContestant.name(bench.jedis().name());
        return new Findings(
                "Bulk load",
                String.format(
                        Locale.ROOT,
                        "%,d words, made while they are read, into an empty filter for as many at p = %s. Redisson's"
                                + " bulk add has %,d elements, since its cost per element does not depend on their"
                                + " number.",
                        elements,
                        Scale.FALSE_POSITIVE_RATE,
                        ofPeer),
                List.of(table(bench, results)),
                List.of(chart(bench, results)),
                Map.of(
                        Target.LOAD_SPEED, results.speed(jedis, LoadContestant.LOAD),
                        Target.LOAD_PEER, againstPeer(jedis, results),
                        Target.LOAD_BEFORE, againstPeer(jedis, results)));
    }

    private static Table table(Bench bench, Results results) {
        Table table = new Table(
                "load", "contestant", "elements/s", "client us/element", "server us/element", "x Redisson", "(rounds)");
        for (Client client : bench.clients()) {
            String name = LoadContestant.name(client.name());
            addRow(table, name, LoadContestant.LOAD, results);
        }
        addRow(table, RedissonPeer.NAME, BulkContestant.ADD, results);
        return table;
    }

    private static void addRow(Table table, String name, String task, Results results) {
        Figure ratio = results.speedUp(name, task, RedissonPeer.NAME, BulkContestant.ADD);
        table.add(
                name,
                Table.whole(results.speed(name, task).median()),
                Table.decimals(results.clientMicros(name, task).median()),
                Table.decimals(results.serverMicros(name, task).median()),
                Table.decimals(ratio.median()),
                Table.range(ratio));
    }

    private static Chart chart(Bench bench, Results results) {
        Map<String, Double> bars = new LinkedHashMap<>();
        for (Client client : bench.clients()) {
            String name = LoadContestant.name(client.name());
            bars.put(name, againstPeer(name, results).median());
        }
        return new Chart.Bars("Load as a multiple of Redisson's bulk add", "x", Map.of("load", bars));
    }

    private static Figure againstPeer(String name, Results results) {
        return results.speedUp(name, LoadContestant.LOAD, RedissonPeer.NAME, BulkContestant.ADD);
    }
}
