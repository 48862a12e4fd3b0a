package io.polybloom.bench.suite;

import io.polybloom.BloomFilter;
import io.polybloom.BloomFilters;
import io.polybloom.Elements;
import io.polybloom.FilterRemoval;
import io.polybloom.FilterSpec;
import io.polybloom.bench.report.Table;
import io.polybloom.bench.run.Figure;
import io.polybloom.bench.run.ServerMeter;
import io.polybloom.bench.run.ServerUse;
import io.polybloom.bench.run.WrongAnswerException;
import io.polybloom.bench.setup.Bench;
import io.polybloom.bench.setup.Scale;
import io.polybloom.locate.FilterBuilder;
import io.polybloom.transfer.SnapshotImport;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;

/** A filter that two threads build without the server and that is then imported, against a load. Once: it is slow. */
final class BuildSection implements Section {

    private static final String BUILT = "bench built";
    private static final String LOADED = "bench loaded";
    private static final int PROBES = 1_000;

    private record Cost(double millis, ServerUse use) {}

    @Override
    public Findings run(Bench bench) {
        long elements = Collections.max(bench.scale().capacities());
        BloomFilters filters = bench.jedis().filtersOfOthers();
        bench.progress().accept("build: load");
        Cost load = measure(bench, () -> load(filters, elements));
        bench.progress().accept("build: build and import");
        Cost build = measure(bench, () -> build(filters, elements));
        check(filters, elements);
        Table table = new Table(
                String.format(Locale.ROOT, "%,d longs into an empty filter", elements), "", "s", "server s", "MB sent");
        add(table, "two builders, a file, an import", build);
        add(table, "load", load);
        return new Findings(
                "Filters that are built elsewhere",
                "One round, through Jedis, p = 0.01. The builders run in two threads of this JVM; the snapshot is"
                        + " written to a temporary file and imported from it.",
                List.of(table),
                List.of(),
                Map.of(
                        Target.BUILD_TIME, Figure.of(build.millis / load.millis),
                        Target.BUILD_SERVER, Figure.of((double) build.use.micros() / load.use.micros())));
    }

    private static void add(Table table, String name, Cost cost) {
        table.add(
                name,
                Table.decimals(cost.millis / 1e3),
                Table.decimals(cost.use.micros() / 1e6),
                Table.whole(cost.use.bytesIn() / 1e6));
    }

    private static Cost measure(Bench bench, Runnable work) {
        ServerMeter meter = bench.server().meter();
        ServerUse before = meter.before();
        long start = System.nanoTime();
        work.run();
        return new Cost((System.nanoTime() - start) / 1e6, meter.after().since(before));
    }

    private static FilterSpec spec(String name, long elements) {
        return FilterSpec.named(name)
                .capacity(elements)
                .falsePositiveRate(Scale.FALSE_POSITIVE_RATE)
                .build();
    }

    private static void load(BloomFilters filters, long elements) {
        BloomFilter<Long> filter = filters.open(spec(LOADED, elements), Elements.longs());
        filter.load(LongStream.range(0, elements).boxed(), read -> {});
    }

    private static void build(BloomFilters filters, long elements) {
        FilterSpec spec = spec(BUILT, elements);
        CompletableFuture<FilterBuilder<Long>> half = CompletableFuture.supplyAsync(() -> built(spec, 0, elements / 2));
        FilterBuilder<Long> builder = built(spec, elements / 2, elements).merge(half.join());
        try {
            Path file = Files.createTempFile("bloom-bench", ".snapshot");
            try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
                builder.writeTo(out);
            }
            filters.run(SnapshotImport.of(() -> new BufferedInputStream(Files.newInputStream(file))));
            Files.delete(file);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static FilterBuilder<Long> built(FilterSpec spec, long from, long end) {
        FilterBuilder<Long> builder = FilterBuilder.of(spec, Elements.longs());
        for (long element = from; element < end; element++) {
            builder.add(element);
        }
        return builder;
    }

    private static void check(BloomFilters filters, long elements) {
        List<Long> probes = LongStream.range(0, PROBES)
                .map(i -> i * (elements / PROBES))
                .boxed()
                .toList();
        for (String name : List.of(BUILT, LOADED)) {
            BloomFilter<Long> filter = filters.openExisting(name, Elements.longs());
            for (boolean isPresent : filter.mightContainAll(probes)) {
                if (!isPresent) {
                    throw new WrongAnswerException("the filter '" + name + "' misses an element");
                }
            }
            filters.run(FilterRemoval.of(name));
        }
    }
}
