package io.polybloom.bench.suite;

import static io.polybloom.bench.suite.ManyCallersContestant.LOOK_UP;

import io.polybloom.FilterSpec;
import io.polybloom.bench.filter.BenchFilter;
import io.polybloom.bench.filter.FutureCalls;
import io.polybloom.bench.filter.OurFilter;
import io.polybloom.bench.filter.RedissonPeer;
import io.polybloom.bench.report.Table;
import io.polybloom.bench.run.Figure;
import io.polybloom.bench.run.Results;
import io.polybloom.bench.setup.Bench;
import io.polybloom.bench.setup.Scale;
import io.polybloom.bench.words.WordSupply;
import io.polybloom.layout.Layouts;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Single look-ups from many threads and with many futures in flight. */
final class ManyCallersSection implements Section {

    private static final List<Integer> THREADS = List.of(1, 8, 64);
    private static final int MOST_THREADS = 64;
    private static final int IN_FLIGHT = 256;
    private static final String REDISSON = "Redisson (ours), 256 in flight";
    private static final String VERTX = "Vert.x (ours), 256 in flight";
    private static final String PEER = "RBloomFilter.containsAsync, 256 in flight";

    @Override
    public Findings run(Bench bench) {
        ExecutorService pool = Executors.newFixedThreadPool(MOST_THREADS);
        try {
            return run(bench, pool);
        } finally {
            pool.shutdown();
        }
    }

    private static Findings run(Bench bench, ExecutorService pool) {
        Scale scale = bench.scale();
        WordSupply words = new WordSupply(scale.manyCalls() / 2, scale.manyCalls() / 2);
        List<ManyCallersContestant> contestants = new ArrayList<>();
        for (int threads : THREADS) {
            OurFilter filter = OurFilter.of(bench.jedis(), Layouts.CLASSIC);
            contestants.add(asked(ours(threads), filter, () -> threads(threads, pool, filter::containsOne), words));
            contestants.add(asked(get(threads), null, () -> threads(threads, pool, bench.jedis()::get), words));
        }
        OurFilter redisson = OurFilter.of(bench.redisson(), Layouts.CLASSIC);
        OurFilter vertx = OurFilter.of(bench.vertx(), Layouts.CLASSIC);
        RedissonPeer peer = new RedissonPeer(bench.redisson());
        contestants.add(
                asked(REDISSON, redisson, () -> futures(FutureCalls.ours(bench.redisson(), spec(redisson))), words));
        contestants.add(asked(VERTX, vertx, () -> futures(FutureCalls.ours(bench.vertx(), spec(vertx))), words));
        contestants.add(asked(PEER, peer, () -> futures(FutureCalls.peer(bench.redisson())), words));
        Results results = bench.runner("many-callers", scale.callWarmUps(), scale.callRounds())
                .run(contestants);
        return new Findings(
                "Single calls of many callers",
                String.format(
                        Locale.ROOT,
                        "%,d look-ups in a round, half of them for present elements; filters for 1,000,000 at p = %s."
                                + " The threads share one pool of Jedis with its default settings, for ours as for GET."
                                + " A call in flight begins as soon as another one has ended. Percentiles are over all"
                                + " rounds.",
                        scale.manyCalls(),
                        Scale.FALSE_POSITIVE_RATE),
                List.of(table(contestants, results)),
                List.of(),
                Map.of(
                        Target.MANY_THREADS, speedUp(ours(MOST_THREADS), get(MOST_THREADS), results),
                        Target.MANY_FUTURES_REDISSON, speedUp(REDISSON, PEER, results),
                        Target.MANY_FUTURES_VERTX, speedUp(VERTX, PEER, results)));
    }

    private static ManyCallersContestant asked(
            String name,
            @Nullable BenchFilter filter,
            Supplier<ManyCallersContestant.Asking> asking,
            WordSupply words) {
        return new ManyCallersContestant(name, filter, asking, words);
    }

    private static ManyCallersContestant.Asking threads(int count, ExecutorService pool, Predicate<String> call) {
        return (elements, calls) -> ManyCallers.threads(count, pool, elements, call, calls);
    }

    private static ManyCallersContestant.Asking futures(Function<String, CompletionStage<Boolean>> call) {
        return (elements, calls) -> ManyCallers.futures(IN_FLIGHT, elements, call, calls);
    }

    private static FilterSpec spec(OurFilter filter) {
        return filter.spec(ManyCallersContestant.CAPACITY, Scale.FALSE_POSITIVE_RATE);
    }

    private static String ours(int threads) {
        return "Jedis (ours), " + threads + (threads == 1 ? " thread" : " threads");
    }

    private static String get(int threads) {
        return "Jedis, GET of a missing key, " + threads + (threads == 1 ? " thread" : " threads");
    }

    private static Table table(List<ManyCallersContestant> contestants, Results results) {
        Table table = new Table(
                "single look-ups of many callers",
                "contestant",
                "calls/s",
                "(rounds)",
                "median us",
                "p99 us",
                "p99.9 us",
                "client us",
                "server us",
                "bytes in",
                "bytes out");
        for (ManyCallersContestant contestant : contestants) {
            String name = contestant.name();
            Figure speed = results.speed(name, LOOK_UP);
            table.add(
                    name,
                    Table.whole(speed.median()),
                    Table.range(speed),
                    Table.decimals(contestant.micros(50)),
                    Table.decimals(contestant.micros(99)),
                    Table.decimals(contestant.micros(99.9)),
                    Table.decimals(results.clientMicros(name, LOOK_UP).median()),
                    Table.decimals(results.serverMicros(name, LOOK_UP).median()),
                    Table.decimals(results.bytesIn(name, LOOK_UP).median()),
                    Table.decimals(results.bytesOut(name, LOOK_UP).median()));
        }
        return table;
    }

    private static Figure speedUp(String name, String other, Results results) {
        return results.speedUp(name, LOOK_UP, other, LOOK_UP);
    }
}
