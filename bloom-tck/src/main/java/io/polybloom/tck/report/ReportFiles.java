package io.polybloom.tck.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The files of a report: {@code report.md} and {@code report.json} for readers, and {@code results.tsv}, from which the
 * next run continues. Other threads and processes may merge at the same time.
 */
public final class ReportFiles {

    private static final String RESULTS = "results.tsv";
    private static final Object ONE_THREAD = new Object();
    private static final System.Logger LOGGER = System.getLogger(ReportFiles.class.getName());

    /** The first line of the results: the names of the fields in this version of the kit. */
    private static final String HEADER = Arrays.stream(TestResult.class.getRecordComponents())
            .map(RecordComponent::getName)
            .collect(Collectors.joining("\t"));

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
        List<TestResult> results = new ArrayList<>();
        if (Files.exists(file)) {
            List<String> lines = Files.readAllLines(file, UTF_8);
            for (String line : lines.subList(1, lines.size())) {
                try {
                    results.add(TestResult.ofLine(line));
                } catch (IllegalArgumentException | DateTimeParseException damaged) {
                    throw new IllegalStateException("delete " + file + ", which is damaged", damaged);
                }
            }
        }
        return results;
    }

    /**
     * Adds the results of a run. They replace all rows of the same test on the same backend; results of tests that no
     * longer exist are dropped. A file of another version is set aside, and the report starts over.
     */
    public void merge(List<TestResult> added) throws IOException {
        Files.createDirectories(directory);
        synchronized (ONE_THREAD) {
            try (FileChannel channel =
                    FileChannel.open(directory.resolve(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                // Held until the channel is closed.
                channel.lock();
                setAsideAnotherVersion();
                List<TestResult> merged = merged(read(), added);
                List<String> lines = new ArrayList<>(List.of(HEADER + "\n"));
                for (TestResult result : merged) {
                    lines.add(result.toLine() + "\n");
                }
                write(RESULTS, String.join("", lines));
                write("report.md", MarkdownReport.of(merged));
                write("report.json", JsonReport.of(merged));
            }
        }
    }

    private void setAsideAnotherVersion() throws IOException {
        Path file = directory.resolve(RESULTS);
        if (!Files.exists(file) || Files.readString(file).startsWith(HEADER + "\n")) {
            return;
        }
        Path aside = directory.resolve("results-of-another-version.tsv");
        Files.move(file, aside, StandardCopyOption.REPLACE_EXISTING);
        LOGGER.log(
                System.Logger.Level.WARNING,
                "another version of the kit has written " + file + ": it is now " + aside.getFileName()
                        + ", and the report begins anew");
    }

    private static List<TestResult> merged(List<TestResult> old, List<TestResult> added) {
        Set<List<String>> run = new HashSet<>();
        for (TestResult result : added) {
            run.add(result.identity());
        }
        List<TestResult> merged = new ArrayList<>(added);
        for (TestResult result : old) {
            if (!run.contains(result.identity()) && result.isCurrent()) {
                merged.add(result);
            }
        }
        merged.sort(TestResult.ORDER);
        return merged;
    }

    /** Replaces a file, so that no reader ever sees half of one. */
    private void write(String name, String content) throws IOException {
        Path draft = Files.writeString(directory.resolve("." + name), content);
        Files.move(draft, directory.resolve(name), StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }
}
