package io.polybloom.bench.suite;

import io.polybloom.bench.filter.BenchFilter;
import io.polybloom.bench.filter.ClaimingFilter;
import io.polybloom.bench.filter.OurFilter;
import io.polybloom.bench.report.Table;
import io.polybloom.bench.run.Contestant;
import io.polybloom.bench.run.ErrorRate;
import io.polybloom.bench.run.Figure;
import io.polybloom.bench.run.Results;
import io.polybloom.bench.run.Task;
import io.polybloom.bench.setup.Bench;
import io.polybloom.bench.setup.Scale;
import io.polybloom.bench.words.Slices;
import io.polybloom.bench.words.WordSupply;
import io.polybloom.layout.Layouts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** The cost of claims, in calls as a consumer makes them. */
final class ClaimsSection implements Section {

    private static final int BATCH = 1_000;
    private static final String NEW = "new elements";
    private static final String PRESENT = "elements that are there";
    private static final int SLICES = 20;

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
                        "%,d elements are added to filters (%s, p = %s, Jedis) in calls of %,d, and then added again:"
                                + " without claims, and with claims that are settled after each call. The ratio is that"
                                + " of the server's time.",
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
                        new Repeating(plain.name(), plain, capacity, words),
                        new Repeating(claiming.name(), claiming, capacity, words)));
        Table table = new Table(
                String.format(Locale.ROOT, "filters for %,d elements", capacity),
                "what",
                "addAll: server us/element",
                "claims.addAll",
                "ratio",
                "(rounds)");
        for (String task : List.of(NEW, PRESENT)) {
            Figure ratio = results.serverRatio(claiming.name(), task, plain.name(), task);
            table.add(
                    task,
                    decimals(results.serverMicros(plain.name(), task)),
                    decimals(results.serverMicros(claiming.name(), task)),
                    Table.decimals(ratio.median()),
                    Table.range(ratio));
            Target target = task.equals(NEW) ? Target.CLAIMS_NEW : Target.CLAIMS_PRESENT;
            measured.merge(target, ratio, (one, other) -> one.median() >= other.median() ? one : other);
        }
        return table;
    }

    private static String decimals(Figure micros) {
        return String.format(Locale.ROOT, "%.3f", micros.median());
    }

    /**
     * Adds elements to a fresh filter, and then the same ones again.
     *
     * @param name the name in the results
     */
    private record Repeating(String name, BenchFilter filter, long capacity, WordSupply words) implements Contestant {

        @Override
        public List<List<Task>> open(int round) {
            filter.create(capacity, Scale.FALSE_POSITIVE_RATE);
            List<String> elements = words.of(round).present();
            AtomicLong fresh = new AtomicLong();
            AtomicLong freshAgain = new AtomicLong();
            ErrorRate judge = new ErrorRate(name, filter.tolerance());
            Task adding = new Task(
                    NEW,
                    elements.size(),
                    Slices.of(elements, SLICES, slice -> fresh.addAndGet(filter.add(slice))),
                    () -> judge.checkFilling(elements.size() - fresh.get(), elements.size(), filter::expectedRate));
            Task repeating = new Task(
                    PRESENT,
                    elements.size(),
                    Slices.of(elements, SLICES, slice -> freshAgain.addAndGet(filter.add(slice))),
                    () -> judge.checkPresent(elements.size() - freshAgain.get(), elements.size()));
            return List.of(List.of(adding), List.of(repeating));
        }

        @Override
        public void close() {
            filter.delete();
        }
    }
}
