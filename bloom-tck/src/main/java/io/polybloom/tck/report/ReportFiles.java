package io.polybloom.tck.report;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toSet;

import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The files of a report: {@code report.md} and {@code report.json} for readers, and {@code results.tsv}, from which the
 * next run continues. Other threads and processes may merge at the same time.
 */
public final class ReportFiles {

    private static final String RESULTS = "results.tsv";
    private static final Object ONE_THREAD = new Object();

    /** The first line of the results: the names of the fields in this version of the kit. */
    private static final String HEADER = Arrays.stream(TestResult.class.getRecordComponents())
            .map(RecordComponent::getName)
            .collect(joining("\t"));

    private final Path directory;

    /** Names the directory, which is created by the first merge. */
    public ReportFiles(Path directory) {
        this.directory = directory;
    }

    /**
     * Returns the results of all runs, sorted.
     *
     * @throws IllegalStateException if the file is damaged
     */
    public List<TestResult> read() throws IOException {
        Path file = directory.resolve(RESULTS);
        List<String> lines = Files.exists(file) ? Files.readAllLines(file) : List.of();
        if (lines.isEmpty() || !lines.get(0).equals(HEADER)) {
            return List.of();
        }
        try {
            return lines.stream().skip(1).map(TestResult::ofLine).toList();
        } catch (IllegalArgumentException | DateTimeParseException damaged) {
            throw new IllegalStateException("delete " + file + ", which is damaged", damaged);
        }
    }

    /**
     * Adds the results of a run. They replace all rows of the same test on the same backend; results of tests that no
     * longer exist are dropped, and so are all results of another version of the kit.
     */
    public void merge(List<TestResult> added) throws IOException {
        Files.createDirectories(directory);
        synchronized (ONE_THREAD) {
            try (FileChannel channel =
                    FileChannel.open(directory.resolve(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                // Held until the channel is closed.
                channel.lock();
                List<TestResult> merged = merged(read(), added);
                Stream<String> lines =
                        Stream.concat(Stream.of(HEADER), merged.stream().map(TestResult::toLine));
                write(RESULTS, lines.map(line -> line + "\n").collect(joining()));
                write("report.md", MarkdownReport.of(merged));
                write("report.json", JsonReport.of(merged));
            }
        }
    }

    private static List<TestResult> merged(List<TestResult> old, List<TestResult> added) {
        Set<List<String>> run = added.stream().map(TestResult::identity).collect(toSet());
        Stream<TestResult> kept = old.stream().filter(result -> !run.contains(result.identity()) && result.isCurrent());
        return Stream.concat(added.stream(), kept).sorted(TestResult.ORDER).toList();
    }

    /** Replaces a file, so that no reader ever sees half of one. */
    private void write(String name, String content) throws IOException {
        Path draft = Files.writeString(directory.resolve("." + name), content);
        Files.move(draft, directory.resolve(name), StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }
}
