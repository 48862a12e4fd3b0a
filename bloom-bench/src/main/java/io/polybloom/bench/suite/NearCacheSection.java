package io.polybloom.bench.suite;

import io.polybloom.bench.client.Client;
import io.polybloom.bench.report.Table;
import io.polybloom.bench.run.Figure;
import io.polybloom.bench.run.Results;
import io.polybloom.bench.setup.Bench;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Elements that the near cache knows. */
final class NearCacheSection implements Section {

    @Override
    public Findings run(Bench bench) {
        int calls = bench.scale().nearCacheCalls();
        List<NearCacheContestant> contestants = bench.clients().stream()
                .map(client -> new NearCacheContestant(client, Math.max(100, calls / client.waitingFactor())))
                .toList();
        Results results = bench.runner(
                        "near-cache", bench.scale().warmUps(), bench.scale().rounds())
                .run(contestants);
        Table table = new Table("near cache", "contestant", "calls/s", "(rounds)", "server us/call");
        for (Client client : bench.clients()) {
            String name = NearCacheContestant.name(client.name());
            Figure speed = results.speed(name, NearCacheContestant.HIT);
            table.add(
                    name,
                    Table.whole(speed.median()),
                    Table.range(speed),
                    Table.decimals(
                            results.serverMicros(name, NearCacheContestant.HIT).median()));
        }
        String jedis = NearCacheContestant.name(bench.jedis().name());
        return new Findings(
                "Near cache",
                String.format(
                        Locale.ROOT,
                        "%,d calls of mightContain in a round, for 10,000 elements that this JVM has added; checked"
                                + " every second. Vert.x: fewer calls, since the caller is no event loop, and waits for"
                                + " one to complete each future.",
                        calls),
                List.of(table),
                List.of(),
                Map.of(Target.NEAR_CACHE_HIT, results.speed(jedis, NearCacheContestant.HIT)));
    }
}
