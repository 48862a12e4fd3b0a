package io.polybloom.bench.suite;

import static io.polybloom.bench.suite.BulkContestant.ADD;
import static io.polybloom.bench.suite.BulkContestant.LOOK_UP;

import io.polybloom.bench.client.Client;
import io.polybloom.bench.client.UngroupedClients;
import io.polybloom.bench.filter.BenchFilter;
import io.polybloom.bench.filter.ModuleFilter;
import io.polybloom.bench.filter.OurFilter;
import io.polybloom.bench.filter.RedissonPeer;
import io.polybloom.bench.report.Chart;
import io.polybloom.bench.report.Table;
import io.polybloom.bench.run.Figure;
import io.polybloom.bench.run.Results;
import io.polybloom.bench.setup.Bench;
import io.polybloom.bench.setup.Scale;
import io.polybloom.bench.words.WordSupply;
import io.polybloom.layout.Layouts;
import io.polybloom.layout.Sizing;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Bulk operations by the size of the call: ours, ours naming each bit, and the peers with calls of the same size. */
final class CallsSection implements Section {

    private static final int LARGE_CALL = 100_000;

    private static final long CAPACITY = 1_000_000;
    private static final long LARGE_CAPACITY = 10_000_000;

    /** Smaller slices would measure the meters. */
    private static final int LEAST_SLICE = 10_000;

    @Override
    public Findings run(Bench bench) {
        Map<Integer, Results> bySize = new LinkedHashMap<>();
        List<Table> tables = new ArrayList<>();
        try (UngroupedClients ungrouped = UngroupedClients.on(bench.server().uriWithoutGroups())) {
            for (int size : bench.callSizes()) {
                Results results = run(bench, filters(bench, ungrouped, size), CAPACITY, size);
                bySize.put(size, results);
                tables.addAll(CallsTables.of(size, CAPACITY, names(filters(bench, ungrouped, size)), results));
            }
            Map<Target, Figure> figures = CallsTargets.of(bySize, bench.server().hasBloomModule());
            if (bySize.containsKey(LARGE_CALL)) {
                List<BenchFilter> jedis = List.of(ours(bench.jedis(), LARGE_CALL), ours(ungrouped.jedis(), LARGE_CALL));
                Results large = run(bench, jedis, LARGE_CAPACITY, LARGE_CALL);
                tables.addAll(CallsTables.of(LARGE_CALL, LARGE_CAPACITY, names(jedis), large));
                figures.put(Target.CALLS_LARGE_ADD, CallsTargets.largeAdd(large));
            }
            return new Findings(
                    "Bulk operations by the size of the call", explanation(bench), tables, charts(bySize), figures);
        }
    }

    private static List<BenchFilter> filters(Bench bench, UngroupedClients ungrouped, int size) {
        List<BenchFilter> filters = new ArrayList<>();
        for (Client client : bench.clients()) {
            filters.add(ours(client, size));
        }
        filters.add(ours(bench.jedis(), size).sized(Sizing.FAST));
        for (Client client : ungrouped.all()) {
            filters.add(ours(client, size));
        }
        filters.add(new RedissonPeer(bench.redisson(), size));
        if (bench.server().hasBloomModule()) {
            filters.add(new ModuleFilter(bench.jedis().jedis(), size));
        }
        return filters;
    }

    private static OurFilter ours(Client client, int size) {
        return OurFilter.inBatches(client, Layouts.CLASSIC, size);
    }

    private static Results run(Bench bench, List<BenchFilter> filters, long capacity, int size) {
        Scale scale = bench.scale();
        int elements = elements(scale, size);
        WordSupply words = new WordSupply(elements, elements / 2);
        int slices = Math.max(2, elements / Math.max(size, LEAST_SLICE));
        List<BulkContestant> contestants = new ArrayList<>();
        for (BenchFilter filter : filters) {
            contestants.add(new BulkContestant(CallsTables.name(filter), filter, capacity, words, slices));
        }
        String section = String.format(Locale.ROOT, "calls of %,d, capacity %,d", size, capacity);
        return bench.runner(section, scale.callWarmUps(), scale.callRounds()).run(contestants);
    }

    private static int elements(Scale scale, int size) {
        return (int) Math.min(scale.callElements(), (long) size * scale.callsOfSize());
    }

    private static List<String> names(List<BenchFilter> filters) {
        return filters.stream().map(CallsTables::name).toList();
    }

    private static String explanation(Bench bench) {
        return String.format(
                Locale.ROOT,
                "Strings of 16 characters, one thread, p = %s, at most %,d elements in at most %,d calls of each size;"
                        + " the peers are called with as many elements. Without groups: a user who may not send MULTI,"
                        + " so ours name each bit. Bytes in are those that the server receives.%s",
                Scale.FALSE_POSITIVE_RATE,
                bench.scale().callElements(),
                bench.scale().callsOfSize(),
                bench.server().hasBloomModule() ? " BF.MADD: pipelined commands of at most 1,000 elements." : "");
    }

    private static List<Chart> charts(Map<Integer, Results> bySize) {
        List<Chart> charts = new ArrayList<>();
        for (String task : List.of(ADD, LOOK_UP)) {
            charts.add(CallsTables.serverTime(task, bySize));
        }
        return charts;
    }
}
