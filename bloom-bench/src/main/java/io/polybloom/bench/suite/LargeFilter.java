package io.polybloom.bench.suite;

import io.polybloom.BloomFilter;
import io.polybloom.FilterSpec;
import io.polybloom.bench.report.Table;
import io.polybloom.bench.run.Figure;
import io.polybloom.bench.setup.Bench;
import io.polybloom.bench.setup.CommandCost;
import io.polybloom.bench.setup.Scale;
import io.polybloom.bench.words.WordSupply;
import io.polybloom.bench.words.Words;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;

/** The cost of creating, using, expiring, clearing and deleting a filter of many partitions. */
final class LargeFilter {

    private static final Duration TIME_TO_LIVE = Duration.ofHours(1);

    private final Bench bench;

    LargeFilter(Bench bench) {
        this.bench = bench;
    }

    /** One table for each size of partitions; the sizes take turns. */
    List<Table> tables() {
        Map<Long, Map<String, List<CommandCost>>> costs = new LinkedHashMap<>();
        int rounds = bench.scale().rounds();
        for (int round = 0; round < rounds; round++) {
            bench.progress().accept("partitions, large filter: round " + (round + 1) + " of " + rounds);
            for (long size : PartitionSection.SIZES) {
                useOnce(size, round, costs.computeIfAbsent(size, ofSize -> new LinkedHashMap<>()));
            }
        }
        List<Table> tables = new ArrayList<>();
        costs.forEach((size, ofSize) -> tables.add(table(size, ofSize)));
        return tables;
    }

    private Table table(long size, Map<String, List<CommandCost>> costs) {
        Table table = new Table(
                String.format(
                        Locale.ROOT,
                        "a filter for %,d elements, partitions of %s",
                        bench.scale().largeCapacity(),
                        PartitionSection.name(size)),
                "operation",
                "commands",
                "ms",
                "server ms",
                "most expensive command",
                "us");
        costs.forEach((operation, ofRounds) -> table.add(row(operation, ofRounds)));
        return table;
    }

    /**
     * The most expensive command is that of the round in which it took least: a busy machine only ever makes one
     * longer.
     */
    private static String[] row(String operation, List<CommandCost> rounds) {
        CommandCost dearest = Collections.min(rounds, Comparator.comparingDouble(CommandCost::dearestMicros));
        return new String[] {
            operation,
            Table.whole(figure(rounds, CommandCost::commands).median()),
            Table.decimals(figure(rounds, CommandCost::nanos).median() / 1e6),
            Table.decimals(figure(rounds, CommandCost::serverMicros).median() / 1e3),
            dearest.dearest(),
            Table.whole(dearest.dearestMicros())
        };
    }

    private static Figure figure(List<CommandCost> rounds, ToDoubleFunction<CommandCost> value) {
        return Figure.of(rounds.stream().mapToDouble(value).toArray());
    }

    private void useOnce(long size, int round, Map<String, List<CommandCost>> costs) {
        Words words = Words.of(WordSupply.seed(round), bench.scale().elements(), 0);
        FilterSpec spec = FilterSpec.named("large " + size)
                .capacity(bench.scale().largeCapacity())
                .falsePositiveRate(Scale.FALSE_POSITIVE_RATE)
                .maxPartitionBits(size)
                .build();
        measure(costs, "create", () -> bench.jedis().open(spec));
        BloomFilter<CharSequence> filter = bench.jedis().open(spec);
        Map<String, Consumer<BloomFilter<CharSequence>>> operations = new LinkedHashMap<>();
        operations.put("open", same -> bench.jedis().open(spec));
        operations.put("add", same -> same.addAll(words.present()));
        operations.put("look up", same -> same.mightContainAll(words.present()));
        operations.put("stats", BloomFilter::stats);
        operations.put("expire", same -> same.expire(TIME_TO_LIVE));
        operations.put("persist", BloomFilter::persist);
        operations.put("clear", BloomFilter::clear);
        operations.put("delete", BloomFilter::delete);
        operations.forEach((name, operation) -> measure(costs, name, () -> operation.accept(filter)));
    }

    private void measure(Map<String, List<CommandCost>> costs, String operation, Runnable work) {
        costs.computeIfAbsent(operation, name -> new ArrayList<>())
                .add(bench.server().commandMeter().costOf(work));
    }
}
