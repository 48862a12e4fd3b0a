package io.polybloom.bench.suite;

import io.polybloom.BloomFilter;
import io.polybloom.FilterMirror;
import io.polybloom.FilterSpec;
import io.polybloom.MirrorOptions;
import io.polybloom.bench.client.Client;
import io.polybloom.bench.report.Table;
import io.polybloom.bench.run.Figure;
import io.polybloom.bench.run.ServerMeter;
import io.polybloom.bench.run.ServerUse;
import io.polybloom.bench.run.WrongAnswerException;
import io.polybloom.bench.setup.Bench;
import io.polybloom.bench.setup.Scale;
import io.polybloom.bench.words.WordSupply;
import io.polybloom.bench.words.Words;
import io.polybloom.locate.ElementLocator;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/** The cost of the refreshes of a mirror of a large filter, whose bits are all 0 at first, so that each add sets k. */
final class MirrorRefreshes {

    static final String UNCHANGED = "nothing has changed";

    private static final int PIECE_BYTES = 8192;
    private static final List<Integer> ADDS = List.of(10, 100, 10_000);

    /** One refresh: its duration, its cost for the server, and the bytes of the pieces that had changed. */
    private record Cost(long nanos, ServerUse use, long changedBytes) {
        double bytes() {
            return use.bytesIn() + use.bytesOut();
        }
    }

    private final Bench bench;
    private final Map<String, List<Cost>> costs = new LinkedHashMap<>();

    MirrorRefreshes(Bench bench) {
        this.bench = bench;
        int rounds = bench.scale().rounds();
        for (int round = -1; round < rounds; round++) {
            bench.progress().accept("mirror, refreshes: " + (round < 0 ? "warm-up" : "round " + (round + 1)));
            Map<String, Cost> found = refresh(round);
            if (round >= 0) {
                found.forEach((name, cost) -> costs.computeIfAbsent(name, refresh -> new ArrayList<>())
                        .add(cost));
            }
        }
    }

    private Map<String, Cost> refresh(int round) {
        long capacity = Collections.max(bench.scale().capacities());
        FilterSpec spec = FilterSpec.named("bench mirrored")
                .capacity(capacity)
                .falsePositiveRate(Scale.FALSE_POSITIVE_RATE)
                .build();
        BloomFilter<CharSequence> filter = bench.jedis().open(spec);
        Map<String, Cost> found = new LinkedHashMap<>();
        List<FilterMirror<CharSequence>> mirrors = new ArrayList<>();
        try {
            found.put(
                    "the first one",
                    measure(
                            0,
                            () -> mirrors.add(bench.jedis()
                                    .filtersOfOthers()
                                    .mirror(spec.name(), Client.TEXT, MirrorOptions.defaults()))));
            FilterMirror<CharSequence> mirror = mirrors.get(0);
            found.put(UNCHANGED, measure(0, mirror::refresh));
            int from = 0;
            for (int adds : ADDS) {
                List<String> words = Words.some(WordSupply.seed(round), from, adds);
                from += adds;
                filter.addAll(words);
                found.put(after(adds), measure(PIECE_BYTES * pieces(filter, words), mirror::refresh));
                requireAll(mirror, words);
            }
        } finally {
            mirrors.forEach(FilterMirror::close);
            filter.delete();
        }
        return found;
    }

    private static String after(int adds) {
        return String.format(Locale.ROOT, "after %,d adds", adds);
    }

    private Cost measure(long changedBytes, Runnable refresh) {
        ServerMeter meter = bench.server().meter();
        ServerUse before = meter.before();
        long start = System.nanoTime();
        refresh.run();
        long nanos = System.nanoTime() - start;
        return new Cost(nanos, meter.after().since(before), changedBytes);
    }

    private static long pieces(BloomFilter<CharSequence> filter, List<String> words) {
        ElementLocator locator = ElementLocator.stored(filter.description());
        Set<String> pieces = new HashSet<>();
        for (String word : words) {
            locator.locate(word.getBytes(StandardCharsets.UTF_8))
                    .forEach(place -> place.offsets()
                            .forEach(offset -> pieces.add(place.key() + " " + offset / Byte.SIZE / PIECE_BYTES)));
        }
        return pieces.size();
    }

    private static void requireAll(FilterMirror<CharSequence> mirror, List<String> words) {
        for (boolean isPresent : mirror.mightContainAll(words)) {
            if (!isPresent) {
                throw new WrongAnswerException("the mirror misses an element that was added before it was refreshed");
            }
        }
    }

    Table table() {
        Table table = new Table(
                String.format(
                        Locale.ROOT,
                        "refreshes, %,d elements",
                        Collections.max(bench.scale().capacities())),
                "refresh",
                "ms",
                "server ms",
                "KB sent and received",
                "KB of pieces that have changed");
        costs.forEach((name, rounds) -> table.add(
                name,
                Table.decimals(figure(name, cost -> cost.nanos / 1e6).median()),
                Table.decimals(figure(name, cost -> cost.use.micros() / 1e3).median()),
                Table.whole(figure(name, cost -> cost.bytes() / 1e3).median()),
                rounds.get(0).changedBytes == 0
                        ? ""
                        : Table.whole(
                                figure(name, cost -> cost.changedBytes / 1e3).median())));
        return table;
    }

    Figure unchangedMillis() {
        return figure(UNCHANGED, cost -> cost.use.micros() / 1e3);
    }

    Figure unchangedKilobytes() {
        return figure(UNCHANGED, cost -> cost.bytes() / 1e3);
    }

    /** Returns the bytes of the refresh after most adds, as a multiple of those of the pieces that had changed. */
    Figure ofChanged() {
        return figure(after(Collections.max(ADDS)), cost -> cost.bytes() / cost.changedBytes);
    }

    private Figure figure(String refresh, ToDoubleFunction<Cost> value) {
        return Figure.of(costs.get(refresh).stream().mapToDouble(value).toArray());
    }
}
