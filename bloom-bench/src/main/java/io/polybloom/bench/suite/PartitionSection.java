package io.polybloom.bench.suite;

import static io.polybloom.bench.suite.BulkContestant.ADD;
import static io.polybloom.bench.suite.BulkContestant.LOOK_UP;

import io.polybloom.FilterSpec;
import io.polybloom.bench.filter.OurFilter;
import io.polybloom.bench.report.Table;
import io.polybloom.bench.run.Results;
import io.polybloom.bench.setup.Bench;
import io.polybloom.bench.setup.Scale;
import io.polybloom.bench.words.WordSupply;
import io.polybloom.layout.Geometry;
import io.polybloom.layout.Layouts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The cost and the savings of the partition size: from this the default was chosen. */
final class PartitionSection implements Section {

    /**
     * The sizes in bits. The data of a key apart from its bits fit into the 64 bytes that the first ones leave free
     * below a power of two, beyond which the server's allocator takes a quarter more. The last one is never taken as a
     * whole.
     */
    static final List<Long> SIZES =
            List.of((1L << 20) - 512, (1L << 21) - 512, (1L << 22) - 512, (1L << 23) - 512, 1L << 27);

    private static final int LEAST_SLICES = 2;

    @Override
    public Findings run(Bench bench) {
        List<Table> tables = new ArrayList<>();
        for (long capacity : bench.scale().capacities()) {
            tables.add(bulk(bench, capacity));
        }
        tables.addAll(new LargeFilter(bench).tables());
        return new Findings(
                "Size of partitions",
                String.format(
                        Locale.ROOT,
                        "Filters (%s, p = %s, Jedis) with partitions of different sizes take turns: %,d elements, or"
                                + " two calls if that is more, are added, then half of them and as many absent ones are"
                                + " asked for. The ratio is that of the server's time to that of the last size. Below,"
                                + " a large filter is used and removed. EXEC is a partition that was exchanged. The"
                                + " most expensive command is the one with the largest mean by the clock of the server,"
                                + " which a busy machine makes longer.",
                        Layouts.CLASSIC,
                        Scale.FALSE_POSITIVE_RATE,
                        bench.scale().sample()),
                tables,
                List.of(),
                Map.of());
    }

    /** A size as it is read: 2^20 bits are 128 KiB. */
    static String name(long bits) {
        return (bits + 512 >> 13) + " KiB";
    }

    private static Table bulk(Bench bench, long capacity) {
        Table table = new Table(
                String.format(Locale.ROOT, "filters for %,d elements", capacity),
                "elements per call",
                "partitions",
                "number",
                "add us",
                "client us",
                "server us",
                "ratio",
                "look-up us",
                "client us",
                "server us",
                "ratio");
        for (int batch : bench.scale().batches()) {
            if (batch <= capacity) {
                addRows(table, bench, capacity, batch);
            }
        }
        return table;
    }

    private static void addRows(Table table, Bench bench, long capacity, int batch) {
        int elements = (int) Math.min(capacity, Math.max(bench.scale().sample(), 2L * batch));
        WordSupply words = new WordSupply(elements, elements / 2);
        int slices = Math.max(LEAST_SLICES, Math.min(BulkContestant.SLICES, elements / batch));
        Map<Long, BulkContestant> contestants = new LinkedHashMap<>();
        for (long size : SIZES) {
            OurFilter filter =
                    OurFilter.inBatches(bench.jedis(), Layouts.CLASSIC, batch).withPartitionsOf(size);
            contestants.put(size, new BulkContestant(filter.name(), filter, capacity, words, slices));
        }
        Scale scale = bench.scale();
        String section = "partitions, capacity " + capacity + ", calls of " + batch;
        Results results = bench.runner(section, scale.warmUps(), scale.rounds()).run(List.copyOf(contestants.values()));
        String last = contestants.get(SIZES.get(SIZES.size() - 1)).name();
        contestants.forEach((size, contestant) -> {
            List<String> cells = new ArrayList<>();
            cells.add(String.format(Locale.ROOT, "%,d", batch));
            cells.add(name(size));
            cells.add(String.valueOf(geometry(capacity, size).partitions()));
            for (String task : List.of(ADD, LOOK_UP)) {
                String name = contestant.name();
                cells.add(decimals(results.nanos(name, task).median() / 1000));
                cells.add(decimals(results.clientMicros(name, task).median()));
                cells.add(decimals(results.serverMicros(name, task).median()));
                cells.add(Table.decimals(
                        results.serverRatio(name, task, last, task).median()));
            }
            table.add(cells.toArray(String[]::new));
        });
    }

    private static Geometry geometry(long capacity, long size) {
        return FilterSpec.named("size")
                .capacity(capacity)
                .falsePositiveRate(Scale.FALSE_POSITIVE_RATE)
                .maxPartitionBits(size)
                .build()
                .geometry(1);
    }

    private static String decimals(double micros) {
        return String.format(Locale.ROOT, "%.3f", micros);
    }
}
