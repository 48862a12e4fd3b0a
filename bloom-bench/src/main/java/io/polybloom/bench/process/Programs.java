package io.polybloom.bench.process;

import com.google.common.collect.Iterables;
import io.polybloom.bench.report.Figure;
import io.polybloom.bench.report.Table;
import io.polybloom.bench.words.Words;
import io.polybloom.bench.words.WrongAnswerException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The command line as a user runs it, from its start to its end: {@code bloom dedup} beside {@code awk} and
 * {@code sort}, and {@code bloom plan}. The programs take turns.
 */
@Command(
        name = "programs",
        description = "measures bloom dedup beside awk and sort -u, and the start of bloom plan",
        mixinStandardHelpOptions = true)
public final class Programs implements Callable<Integer> {

    private static final double RATE = 0.01;
    private static final double KIBIBYTES_PER_MEBIBYTE = 1024;
    private static final Map<String, String> ENVIRONMENT = Map.of("LC_ALL", "C");

    @Option(names = "--bloom", paramLabel = "FILE", defaultValue = "bloom", description = "the command line; ./bloom")
    private Path bloom;

    @Option(names = "--lines", paramLabel = "N", defaultValue = "10000000", description = "default: ${DEFAULT-VALUE}")
    private int lines;

    @Option(names = "--rounds", paramLabel = "N", defaultValue = "5", description = "default: ${DEFAULT-VALUE}")
    private int rounds;

    @Override
    public Integer call() throws IOException {
        String program = bloom.toAbsolutePath().toString();
        List<String> dedup = List.of(program, "dedup", "--name", "lines", "--capacity", Integer.toString(lines));
        Map<String, List<String>> commands = new LinkedHashMap<>();
        commands.put("bloom dedup", dedup);
        commands.put(
                "bloom dedup --fpp 1e-6",
                Stream.concat(dedup.stream(), Stream.of("--fpp", "1e-6")).toList());
        commands.put("awk '!seen[$0]++'", List.of("awk", "!seen[$0]++"));
        commands.put("sort -u", List.of("sort", "-u"));
        for (int distinct : List.of(lines, lines / 2)) {
            System.out.println(deduplicated(lines, distinct, rounds, commands).markdown());
        }
        System.out.println(started(program).markdown());
        return 0;
    }

    /** Measures how long a command takes that asks no server. */
    private Table started(String program) throws IOException {
        Path output = Files.createTempFile("bloom-bench", ".plan");
        double[] millis = new double[rounds];
        for (int round = -1; round < rounds; round++) {
            TimedProcess run = TimedProcess.run(List.of(program, "plan", "--capacity", "1000"), ENVIRONMENT, output);
            if (round >= 0) {
                millis[round] = run.nanos() / 1e6;
            }
        }
        delete(output);
        Table table = new Table("start to end", List.of("command", "ms", "(rounds)"));
        table.add(List.of("bloom plan", Table.whole(Figure.of(millis).median()), Table.range(Figure.of(millis))));
        return table;
    }

    /**
     * Runs all programs once in each round, after a round that does not count, on a file whose lines come in their
     * order, again and again.
     *
     * @param distinct how many of the lines are distinct
     * @param commands the commands that are called with the name of the file
     * @throws WrongAnswerException if a program prints more lines than there are, or fewer than the error rate allows
     */
    static Table deduplicated(int lines, int distinct, int rounds, Map<String, List<String>> commands)
            throws IOException {
        Map<String, List<TimedProcess>> runs = new LinkedHashMap<>();
        Path input = Files.createTempFile("bloom-bench", ".lines");
        Path output = Files.createTempFile("bloom-bench", ".output");
        try {
            Files.write(input, Iterables.limit(Iterables.cycle(Words.lazily(0, distinct)), lines));
            List<String> order = new ArrayList<>(commands.keySet());
            for (int round = 0; round <= rounds; round++) {
                for (String name : order) {
                    List<String> command = new ArrayList<>(commands.getOrDefault(name, List.of()));
                    command.add(input.toString());
                    TimedProcess run = TimedProcess.run(command, ENVIRONMENT, output);
                    check(name, output, distinct);
                    if (round > 0) {
                        runs.computeIfAbsent(name, key -> new ArrayList<>()).add(run);
                    }
                }
                Collections.rotate(order, 1);
            }
        } finally {
            delete(input);
            delete(output);
        }
        return table(lines, distinct, commands.keySet(), runs);
    }

    private static Table table(int lines, int distinct, Iterable<String> names, Map<String, List<TimedProcess>> runs) {
        List<String> header = new ArrayList<>(List.of("command", "lines/s", "(rounds)", "seconds", "peak MiB"));
        names.forEach(other -> header.add("time x " + other));
        Table table = new Table(Table.whole(lines) + " lines, " + Table.whole(distinct) + " of them distinct", header);
        for (String name : names) {
            double[] nanos = series(runs, name, TimedProcess::nanos);
            Figure speed = Figure.of(series(runs, name, run -> lines * 1e9 / run.nanos()));
            List<String> row = new ArrayList<>(List.of(
                    name,
                    Table.whole(speed.median()),
                    Table.range(speed),
                    Table.decimals(Figure.of(nanos).median() / 1e9),
                    Table.whole(Figure.of(series(runs, name, run -> run.peakKibibytes() / KIBIBYTES_PER_MEBIBYTE))
                            .median())));
            for (String other : names) {
                row.add(Table.decimals(Figure.ofRatios(nanos, series(runs, other, TimedProcess::nanos))
                        .median()));
            }
            table.add(row);
        }
        return table;
    }

    private static double[] series(
            Map<String, List<TimedProcess>> runs, String name, ToDoubleFunction<TimedProcess> value) {
        return runs.getOrDefault(name, List.of()).stream().mapToDouble(value).toArray();
    }

    private static void check(String name, Path output, int distinct) throws IOException {
        try (Stream<String> printed = Files.lines(output)) {
            long count = printed.count();
            if (count > distinct || count < distinct * (1 - RATE)) {
                throw new WrongAnswerException(name + " printed " + count + " of " + distinct + " distinct lines");
            }
        }
    }

    private static void delete(Path file) throws IOException {
        Files.deleteIfExists(file);
        Files.deleteIfExists(Path.of(file + TimedProcess.ERRORS));
    }
}
