package io.polybloom.bench.suite;

import io.polybloom.bench.micro.HashingBenchmark;
import io.polybloom.bench.micro.MicroResults;
import io.polybloom.bench.micro.MicroRunner;
import io.polybloom.bench.micro.StepBenchmark;
import io.polybloom.bench.report.Chart;
import io.polybloom.bench.report.Table;
import io.polybloom.bench.run.Figure;
import io.polybloom.bench.setup.Bench;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The work in memory, without a server: JMH, each benchmark in a fresh JVM in every round. */
final class MemorySection implements Section {

    private static final String OURS = MicroRunner.name(HashingBenchmark.class, "elementToBits");
    private static final String GUAVA = MicroRunner.name(HashingBenchmark.class, "guavaPut");
    private static final String STEPS = MicroRunner.name(StepBenchmark.class, "mightContain");
    private static final String BY_HAND = MicroRunner.name(StepBenchmark.class, "byHand");

    @Override
    public Findings run(Bench bench) {
        MicroRunner runner = new MicroRunner(
                bench.scale().microRounds(),
                bench.scale().microMillis(),
                what -> bench.progress().accept("memory: " + what));
        List<String> names = List.of(OURS, GUAVA, STEPS, BY_HAND);
        MicroResults results = runner.run(names);
        Table table = new Table("in memory", "benchmark", "ns", "(rounds)", "bytes of garbage");
        Map<String, Double> bars = new LinkedHashMap<>();
        for (String name : names) {
            Figure nanos = results.nanos(name);
            bars.put(name, nanos.median());
            table.add(
                    name,
                    Table.decimals(nanos.median()),
                    Table.range(nanos),
                    Table.decimals(results.garbageBytes(name).median()));
        }
        return new Findings(
                "In memory",
                "Strings of 16 characters, warm, one thread. HashingBenchmark: an element to its bits in a local bitmap"
                        + " (classic-v1, 1,000,000 elements, p = 0.01) against Guava's BloomFilter.put. StepBenchmark:"
                        + " a mightContain that is answered at once from memory, against the same command written by"
                        + " hand: the difference is what steps and batches add to a round trip.",
                List.of(table),
                List.of(new Chart.Bars("Time per call in memory", "nanoseconds", Map.of("ns", bars))),
                Map.of(
                        Target.HASHING_SPEED, results.speedUp(OURS, GUAVA),
                        Target.HASHING_GARBAGE, results.garbageBytes(OURS)));
    }
}
