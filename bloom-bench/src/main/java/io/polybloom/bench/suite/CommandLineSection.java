package io.polybloom.bench.suite;

import io.polybloom.bench.report.Table;
import io.polybloom.bench.run.Figure;
import io.polybloom.bench.setup.Bench;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** {@code bloom dedup} as it comes against {@code awk} and {@code sort}, on a file with and without duplicates. */
final class CommandLineSection implements Section {

    private static final String BLOOM = "bloom dedup";
    private static final String RARE = "bloom dedup --fpp 1e-6";
    private static final String AWK = "awk '!seen[$0]++'";
    private static final String SORT = "sort -u";
    private static final List<String> ALL = List.of(BLOOM, RARE, AWK, SORT);

    @Override
    public Findings run(Bench bench) {
        int lines = bench.scale().lines();
        String explanation = String.format(
                Locale.ROOT,
                "%,d lines of 16 characters from a file into a file, each program once in a round. bloom dedup has an"
                        + " embedded Redis of its own. Peaks are of the resident memory, that Redis included.",
                lines);
        if (bench.bloom().isEmpty()) {
            return new Findings(
                    "Command line", explanation + " There is no bloom to run.", List.of(), List.of(), Map.of());
        }
        List<String> dedup = List.of(
                bench.bloom().get().toAbsolutePath().toString(),
                "dedup",
                "--name",
                "lines",
                "--capacity",
                Integer.toString(lines));
        Map<String, List<String>> commands = Map.of(
                BLOOM,
                dedup,
                RARE,
                Stream.concat(dedup.stream(), Stream.of("--fpp", "1e-6")).toList(),
                AWK,
                List.of("awk", "!seen[$0]++"),
                SORT,
                List.of("sort", "-u"));
        int rounds = bench.scale().lineRounds();
        LineRuns distinct = LineRuns.of(lines, lines, rounds, commands, bench.progress());
        LineRuns halved = LineRuns.of(lines, lines / 2, rounds, commands, bench.progress());
        return new Findings(
                "Command line",
                explanation,
                List.of(table("distinct lines", distinct), table("every line twice", halved)),
                List.of(),
                Map.of(
                        Target.DEDUP_SPEED, distinct.speed(BLOOM),
                        Target.DEDUP_HALVED_SPEED, halved.speed(BLOOM),
                        Target.DEDUP_RARE_SPEED, distinct.speed(RARE),
                        Target.DEDUP_SORT, distinct.ratio(BLOOM, SORT),
                        Target.DEDUP_HALVED_SORT, halved.ratio(BLOOM, SORT)));
    }

    private static Table table(String input, LineRuns runs) {
        Table table = new Table(input, "command", "lines/s", "(rounds)", "seconds", "x awk", "x sort", "peak MiB");
        for (String name : ALL) {
            Figure speed = runs.speed(name);
            table.add(
                    name,
                    Table.whole(speed.median()),
                    Table.range(speed),
                    Table.decimals(runs.lines() / speed.median()),
                    Table.decimals(runs.ratio(name, AWK).median()),
                    Table.decimals(runs.ratio(name, SORT).median()),
                    Table.whole(runs.peakMebibytes(name).median()));
        }
        return table;
    }
}
