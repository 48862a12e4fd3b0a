package io.polybloom.bench.suite;

import com.google.common.hash.Funnels;
import io.polybloom.BloomFilter;
import io.polybloom.BloomFilters;
import io.polybloom.Elements;
import io.polybloom.FilterMirror;
import io.polybloom.FilterSpec;
import io.polybloom.MirrorOptions;
import io.polybloom.bench.report.Chart;
import io.polybloom.bench.report.Table;
import io.polybloom.bench.run.Figure;
import io.polybloom.bench.run.Results;
import io.polybloom.bench.setup.Bench;
import io.polybloom.bench.setup.Scale;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Look-ups in a mirror beside Guava's filter in the same JVM, and what its refreshes cost. */
final class MirrorSection implements Section {

    private static final String OURS = "mirror (ours)";
    private static final String GUAVA = "Guava";
    private static final int THREADS = 8;
    private static final int CALL_SIZE = 1000;
    private static final String CALLS = "mirror (ours), calls of 1,000";
    private static final String SEVERAL = "mirror (ours), " + THREADS + " threads";

    @Override
    public Findings run(Bench bench) {
        int elements = bench.scale().loadElements();
        int asked = Math.max(100_000, bench.scale().nearCacheCalls());
        com.google.common.hash.BloomFilter<byte[]> guava = com.google.common.hash.BloomFilter.create(
                Funnels.byteArrayFunnel(), elements, Scale.FALSE_POSITIVE_RATE);
        MirrorContestant.present(elements).forEach(guava::put);
        BloomFilters filters = bench.jedis().filtersOfOthers();
        BloomFilter<byte[]> filter = filters.open(
                FilterSpec.named("bench " + OURS)
                        .capacity(elements)
                        .falsePositiveRate(Scale.FALSE_POSITIVE_RATE)
                        .build(),
                Elements.bytes());
        filter.load(MirrorContestant.present(elements), read -> {});
        ExecutorService pool = Executors.newFixedThreadPool(THREADS);
        try (FilterMirror<byte[]> mirror = filters.mirror(
                filter.description().name(),
                Elements.bytes(),
                MirrorOptions.defaults().longestStaleness(Duration.ofHours(1)))) {
            List<MirrorContestant> contestants = List.of(
                    MirrorContestant.single(OURS, element -> mirror.mightContain(element), asked, 1, pool),
                    MirrorContestant.single(GUAVA, element -> guava.mightContain(element), asked, 1, pool),
                    MirrorContestant.single(SEVERAL, element -> mirror.mightContain(element), asked, THREADS, pool),
                    MirrorContestant.calls(CALLS, mirror::mightContainAll, CALL_SIZE, asked, pool));
            Results results = bench.runner(
                            "mirror", bench.scale().warmUps(), bench.scale().rounds())
                    .run(contestants);
            return findings(elements, contestants, results, new MirrorRefreshes(bench));
        } finally {
            pool.shutdown();
            filter.delete();
        }
    }

    private static Findings findings(
            int elements, List<MirrorContestant> contestants, Results results, MirrorRefreshes refreshes) {
        Table table = new Table(
                String.format(Locale.ROOT, "look-ups of absent elements, %,d elements", elements),
                "contestant",
                "look-ups/s",
                "(rounds)",
                "bytes of garbage");
        Map<String, Double> bars = new LinkedHashMap<>();
        for (MirrorContestant contestant : contestants) {
            Figure speed = results.speed(contestant.name(), MirrorContestant.LOOK_UP);
            bars.put(contestant.name(), speed.median());
            table.add(
                    contestant.name(),
                    Table.whole(speed.median()),
                    Table.range(speed),
                    Table.decimals(Figure.of(contestant.garbage()).median()));
        }
        String lookUp = MirrorContestant.LOOK_UP;
        return new Findings(
                "Mirrors",
                "Elements of 16 bytes, p = 0.01, in filters that are full. A filter in Redis, mirrored through"
                        + " Jedis, against Guava's BloomFilter of the same capacity and rate. Then the refreshes of a"
                        + " mirror of a large filter: the bytes are those of both directions, and the server's time is"
                        + " its processor time.",
                List.of(table, refreshes.table()),
                List.of(new Chart.Bars("Look-ups of absent elements in memory", "look-ups/s", Map.of("/s", bars))),
                Map.ofEntries(
                        Map.entry(Target.MIRROR_LOOK_UP, results.speed(OURS, lookUp)),
                        Map.entry(Target.MIRROR_PEER, results.speedUp(OURS, lookUp, GUAVA, lookUp)),
                        Map.entry(Target.MIRROR_CALLS, results.speed(CALLS, lookUp)),
                        Map.entry(Target.MIRROR_CALLS_PEER, results.speedUp(CALLS, lookUp, GUAVA, lookUp)),
                        Map.entry(
                                Target.MIRROR_GARBAGE,
                                Figure.of(contestants.get(0).garbage())),
                        Map.entry(Target.MIRROR_THREADS, results.speedUp(SEVERAL, lookUp, OURS, lookUp)),
                        Map.entry(Target.MIRROR_UNCHANGED, refreshes.unchangedMillis()),
                        Map.entry(Target.MIRROR_UNCHANGED_BYTES, refreshes.unchangedKilobytes()),
                        Map.entry(Target.MIRROR_CHANGED_BYTES, refreshes.ofChanged())));
    }
}
