package io.polybloom.cli;

import io.polybloom.cli.lines.LineSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import picocli.CommandLine.Parameters;

/** The files that a command reads line by line. */
final class InputFiles {

    @Parameters(
            paramLabel = "FILE",
            arity = "0..*",
            description = "Files to read; the standard input if there is none, or for '-'.")
    List<String> names = new ArrayList<>();

    /**
     * Hands every line to an action, batch by batch, under a progress bar.
     *
     * @param printsLines whether the action writes to the standard output
     * @return the exit code: 1 if a file could not be read, otherwise 0
     */
    int forEachBatch(Console console, String task, boolean printsLines, Consumer<List<byte[]>> action) {
        try (LineSource source = new LineSource(console, names);
                Progress progress = Progress.ofBytes(console, task, printsLines, LineSource.totalBytes(names))) {
            long lines = 0;
            for (List<byte[]> batch = source.nextBatch(); !batch.isEmpty(); batch = source.nextBatch()) {
                action.accept(batch);
                lines += batch.size();
                progress.reached(source.bytesRead(), Figures.quantity(lines, "line"));
            }
            return source.hasFailed() ? 1 : 0;
        }
    }
}
