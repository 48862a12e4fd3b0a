package io.polybloom.bench.suite;

import io.polybloom.bench.filter.ClaimingFilter;
import io.polybloom.bench.filter.OurFilter;
import io.polybloom.bench.report.Table;
import io.polybloom.bench.run.Figure;
import io.polybloom.bench.run.Results;
import io.polybloom.bench.setup.Bench;
import io.polybloom.bench.setup.Scale;
import io.polybloom.bench.words.WordSupply;
import io.polybloom.layout.Layouts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What claims cost, in calls as a consumer makes them. */
final class ClaimsSection implements Section {

    private static final int BATCH = 1_000;

    @Override
    public Findings run(Bench bench) {
        List<Table> tables = new ArrayList<>();
        Map<Target, Figure> measured = new HashMap<>();
        for (long capacity : bench.scale().capacities()) {
            tables.add(compare(bench, capacity, measured));
        }
        return new Findings(
                "Claims",
                String.format(
                        Locale.ROOT,
                        "%,d elements are added to filters (%s, p = %s, Jedis) in calls of %,d, and then added again: without"
                                + " claims, and with claims that are settled after each call. The ratio is that of the server's"
                                + " time.",
                        bench.scale().sample(),
                        Layouts.CLASSIC,
                        Scale.FALSE_POSITIVE_RATE,
                        BATCH),
                tables,
                List.of(),
                measured);
    }

    private static Table compare(Bench bench, long capacity, Map<Target, Figure> measured) {
        Scale scale = bench.scale();
        int elements = (int) Math.min(capacity, scale.sample());
        WordSupply words = new WordSupply(elements, elements / 2);
        OurFilter plain = OurFilter.inBatches(bench.jedis(), Layouts.CLASSIC, BATCH);
        ClaimingFilter claiming = new ClaimingFilter(plain, BATCH);
        Results results = bench.runner("claims, capacity " + capacity, scale.warmUps(), scale.rounds())
                .run(List.of(
                        new ClaimsContestant(plain.name(), plain, capacity, words),
                        new ClaimsContestant(claiming.name(), claiming, capacity, words)));
        Table table = new Table(
                String.format(Locale.ROOT, "filters for %,d elements", capacity),
                "what",
                "addAll: server us/element",
                "claims.addAll",
                "ratio",
                "(rounds)");
        for (String task : List.of(ClaimsContestant.NEW, ClaimsContestant.PRESENT)) {
            Figure ratio = results.serverRatio(claiming.name(), task, plain.name(), task);
            table.add(
                    task,
                    decimals(results.serverMicros(plain.name(), task)),
                    decimals(results.serverMicros(claiming.name(), task)),
                    Table.decimals(ratio.median()),
                    Table.range(ratio));
            Target target = task.equals(ClaimsContestant.NEW) ? Target.CLAIMS_NEW : Target.CLAIMS_PRESENT;
            measured.merge(target, ratio, (one, other) -> one.median() >= other.median() ? one : other);
        }
        return table;
    }

    private static String decimals(Figure micros) {
        return String.format(Locale.ROOT, "%.3f", micros.median());
    }
}
