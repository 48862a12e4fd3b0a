package io.polybloom.cli.option;

import io.polybloom.PackedBytes;
import io.polybloom.cli.console.CommandFailure;
import io.polybloom.cli.console.Console;
import io.polybloom.cli.console.Progress;
import io.polybloom.cli.console.StopSignals;
import io.polybloom.cli.lines.LineSource;
import io.polybloom.cli.lines.ReadAhead;
import io.polybloom.cli.lines.ReadAhead.Batch;
import io.polybloom.cli.output.Figures;
import io.polybloom.cli.stream.LineElements;
import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.IntSupplier;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import picocli.CommandLine.Parameters;

/** The files that a command reads line by line. */
public final class InputFiles {

    @Parameters(
            paramLabel = "FILE",
            arity = "0..*",
            description = "The files to read, plain or compressed by gzip or zstd; '-' is the standard input (default:"
                    + " '-').")
    List<File> files = new ArrayList<>();

    /** Returns the input of files that were named otherwise. */
    public static InputFiles of(List<File> files) {
        InputFiles input = new InputFiles();
        input.files = files;
        return input;
    }

    /**
     * Hands the elements of all lines, which are read as they are needed, to an action that tells how many it has
     * taken, under a progress bar.
     *
     * @return the exit code: 1 if a file could not be read, otherwise 0
     */
    public int allAtOnce(
            Console console, String task, LineElements elements, BiConsumer<Stream<byte[]>, LongConsumer> action) {
        try (LineSource source = new LineSource(console, names());
                Progress progress = Progress.ofBytes(console, task, false, LineSource.totalBytes(names()))) {
            Stream<byte[]> lines = Stream.generate(source::nextBatch)
                    .takeWhile(batch -> !batch.isEmpty())
                    .flatMap(List::stream)
                    .map(elements::of);
            action.accept(lines, taken -> progress.reached(source.bytesRead(), Figures.quantity(taken, "line")));
            return source.hasFailed() ? 1 : 0;
        }
    }

    /**
     * Hands the elements of all lines to an action that must have them all, under a progress bar: a file that cannot be
     * read, or no line at all, as from a pipe whose writer has failed, is an exception to it.
     *
     * @param consequence the consequence for the user
     */
    public void allOrNothing(
            Console console,
            String task,
            String consequence,
            LineElements elements,
            BiConsumer<Stream<byte[]>, LongConsumer> action) {
        try (LineSource source = LineSource.strict(console, names());
                Progress progress = Progress.ofBytes(console, task, false, LineSource.totalBytes(names()))) {
            boolean[] isAny = {false};
            Stream<byte[]> lines = Stream.generate(() -> {
                        List<byte[]> batch = source.nextBatch();
                        isAny[0] |= !batch.isEmpty();
                        if (source.hasFailed() || !isAny[0]) {
                            String reason =
                                    source.hasFailed() ? "not all lines could be read" : "the input has no lines";
                            throw new CommandFailure(reason + ": " + consequence, null);
                        }
                        return batch;
                    })
                    .takeWhile(batch -> !batch.isEmpty())
                    .flatMap(List::stream)
                    .map(elements::of);
            action.accept(lines, taken -> progress.reached(source.bytesRead(), Figures.quantity(taken, "line")));
        }
    }

    /**
     * Hands every line with its element to an action, batch by batch, under a progress bar. A line that is no element
     * ends the work, after the lines before it.
     *
     * @param printsLines whether the action writes to the standard output
     * @return the exit code: 1 if a file could not be read, otherwise 0
     */
    public int forEachBatch(
            Console console,
            String task,
            boolean printsLines,
            LineElements elements,
            BiConsumer<PackedBytes, PackedBytes> action) {
        return forEachBatch(console, task, printsLines, false, () -> Integer.MAX_VALUE, elements, action);
    }

    /**
     * Hands every line with its element to an action, batch by batch, under a progress bar. A line that is no element
     * ends the work, after the lines before it.
     *
     * @param printsLines whether the action writes to the standard output
     * @param isStrict whether a file that cannot be read ends the work, since the numbers of the lines after it count
     * @param mostLines the most lines of the next batch
     * @return the exit code: 1 if a file could not be read, otherwise 0
     * @throws CommandFailure if a signal has stopped the work, which then ends after a batch
     */
    public int forEachBatch(
            Console console,
            String task,
            boolean printsLines,
            boolean isStrict,
            IntSupplier mostLines,
            LineElements elements,
            BiConsumer<PackedBytes, PackedBytes> action) {
        LineSource source = isStrict ? LineSource.strict(console, names()) : new LineSource(console, names());
        try (ReadAhead input = ReadAhead.of(source);
                StopSignals signals = StopSignals.catching(input::stop);
                Progress progress = Progress.ofBytes(console, task, printsLines, LineSource.totalBytes(names()))) {
            long lines = 0;
            for (Batch batch = input.next(mostLines.getAsInt());
                    !batch.lines().isEmpty();
                    batch = input.next(mostLines.getAsInt())) {
                process(batch.lines(), elements, action);
                lines += batch.lines().size();
                progress.reached(batch.bytesRead(), Figures.quantity(lines, "line"));
            }
            CommandFailure stopped = signals.failure("after line " + Figures.count(lines));
            if (stopped != null) {
                throw stopped;
            }
            return input.hasFailed() ? 1 : 0;
        }
    }

    private static void process(PackedBytes lines, LineElements elements, BiConsumer<PackedBytes, PackedBytes> action) {
        PackedBytes made = elements.of(lines);
        int count = made.size();
        if (count > 0) {
            action.accept(lines.subList(0, count), made);
        }
        if (count < lines.size()) {
            throw elements.refusal(lines.get(count));
        }
    }

    private List<String> names() {
        return files.stream().map(File::getPath).toList();
    }
}
