package io.polybloom.bench.suite;

import com.google.common.collect.Iterables;
import io.polybloom.bench.run.Figure;
import io.polybloom.bench.run.WrongAnswerException;
import io.polybloom.bench.setup.Scale;
import io.polybloom.bench.words.Words;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** Programs that remove duplicates from one file, in interleaved rounds. */
final class LineRuns {

    private static final Map<String, String> ENVIRONMENT = Map.of("LC_ALL", "C");
    private static final double KIBIBYTES_PER_MEBIBYTE = 1024;

    private final int lines;
    private final int distinct;
    private final Map<String, List<TimedProcess>> runs = new HashMap<>();

    private LineRuns(int lines, int distinct) {
        this.lines = lines;
        this.distinct = distinct;
    }

    /**
     * Runs all programs once in each round, after a round that does not count.
     *
     * @param distinct how many of the lines are distinct; they come in their order, again and again
     * @param commands the commands that are called with the name of the file
     * @throws WrongAnswerException if a program prints more lines than there are, or fewer than the error rate allows
     */
    static LineRuns of(
            int lines, int distinct, int rounds, Map<String, List<String>> commands, Consumer<String> progress) {
        LineRuns all = new LineRuns(lines, distinct);
        Path directory = directory();
        try {
            Path input = directory.resolve("lines");
            Files.write(input, Iterables.limit(Iterables.cycle(Words.lazily(0, distinct)), lines));
            List<String> order = new ArrayList<>(commands.keySet());
            for (int round = 0; round <= rounds; round++) {
                progress.accept("command-line: " + (round == 0 ? "warm-up" : "round " + round + " of " + rounds));
                for (String name : order) {
                    List<String> command = new ArrayList<>(commands.getOrDefault(name, List.of()));
                    command.add(input.toString());
                    Path output = directory.resolve("output");
                    TimedProcess run = TimedProcess.run(command, ENVIRONMENT, output);
                    all.check(name, output);
                    if (round > 0) {
                        all.runs.computeIfAbsent(name, key -> new ArrayList<>()).add(run);
                    }
                }
                Collections.rotate(order, 1);
            }
            return all;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } finally {
            delete(directory);
        }
    }

    int lines() {
        return lines;
    }

    Figure speed(String name) {
        return Figure.of(series(name, run -> lines * 1e9 / run.nanos()));
    }

    /** The ratio of their times. */
    Figure ratio(String name, String other) {
        return Figure.ofRatios(series(name, TimedProcess::nanos), series(other, TimedProcess::nanos));
    }

    Figure peakMebibytes(String name) {
        return Figure.of(series(name, run -> run.peakKibibytes() / KIBIBYTES_PER_MEBIBYTE));
    }

    private double[] series(String name, ToDoubleFunction<TimedProcess> value) {
        return runs.getOrDefault(name, List.of()).stream().mapToDouble(value).toArray();
    }

    private void check(String name, Path output) throws IOException {
        try (Stream<String> printed = Files.lines(output)) {
            long count = printed.count();
            if (count > distinct || count < distinct * (1 - Scale.FALSE_POSITIVE_RATE)) {
                throw new WrongAnswerException(name + " printed " + count + " of " + distinct + " distinct lines");
            }
        }
    }

    private static Path directory() {
        try {
            return Files.createTempDirectory("bloom-bench");
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static void delete(Path directory) {
        for (String name : List.of("lines", "output", "output.err")) {
            try {
                Files.deleteIfExists(directory.resolve(name));
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }
        if (!directory.toFile().delete()) {
            throw new IllegalStateException("cannot remove " + directory);
        }
    }
}
