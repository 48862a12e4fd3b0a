package io.polybloom.bench.suite;

import io.polybloom.bench.report.Table;
import io.polybloom.bench.run.Figure;
import io.polybloom.bench.setup.Bench;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** {@code bloom dedup} against {@code awk} and {@code sort} on one file of distinct lines. */
final class CommandLineSection implements Section {

    private static final String BLOOM = "bloom dedup";
    private static final String ROOMY = "bloom dedup, heap of 128 MB";

    /** More memory than the launcher grants, for more speed. */
    private static final String ROOM = "BLOOM_JAVA_OPTS=-Xmx128m -XX:TieredStopAtLevel=4";

    private static final String AWK = "awk '!seen[$0]++'";
    private static final String SORT = "sort -u";

    @Override
    public Findings run(Bench bench) {
        int lines = bench.scale().lines();
        String explanation = String.format(
                Locale.ROOT,
                "%,d distinct lines of 16 characters from a file into a file, each program once in a round. bloom dedup"
                        + " has an embedded Redis of its own, and the memory that its launcher grants or, with "
                        + ROOM + ", more. Peaks are of the resident memory, that Redis included.",
                lines);
        if (bench.bloom().isEmpty()) {
            return new Findings(
                    "Command line", explanation + " There is no bloom to run.", List.of(), List.of(), Map.of());
        }
        List<String> dedup = dedup(bench.bloom().get().toAbsolutePath().toString(), lines);
        LineRuns runs = LineRuns.of(
                lines,
                bench.scale().lineRounds(),
                Map.of(
                        BLOOM, dedup,
                        ROOMY,
                                Stream.concat(Stream.of("env", ROOM), dedup.stream())
                                        .toList(),
                        AWK, List.of("awk", "!seen[$0]++"),
                        SORT, List.of("sort", "-u")),
                bench.progress());
        Table table = new Table("command line", "command", "lines/s", "(rounds)", "seconds", "x awk", "peak MiB");
        for (String name : List.of(BLOOM, ROOMY, AWK, SORT)) {
            Figure speed = runs.speed(name);
            table.add(
                    name,
                    Table.whole(speed.median()),
                    Table.range(speed),
                    Table.decimals(lines / speed.median()),
                    Table.decimals(runs.ratio(name, AWK).median()),
                    Table.whole(runs.peakMebibytes(name).median()));
        }
        return new Findings(
                "Command line",
                explanation,
                List.of(table),
                List.of(),
                Map.of(Target.DEDUP_SPEED, runs.speed(ROOMY), Target.DEDUP_AWK, runs.ratio(ROOMY, AWK)));
    }

    private static List<String> dedup(String executable, int lines) {
        return List.of(executable, "dedup", "--name", "lines", "--capacity", Integer.toString(lines));
    }
}
