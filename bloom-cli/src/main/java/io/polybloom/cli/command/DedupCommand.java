package io.polybloom.cli.command;

import io.polybloom.BloomFilter;
import io.polybloom.Claims;
import io.polybloom.UnsupportedFilterException;
import io.polybloom.cli.console.Console;
import io.polybloom.cli.console.TransferProgress;
import io.polybloom.cli.lines.FieldKey;
import io.polybloom.cli.lines.LineOutput;
import io.polybloom.cli.option.ConnectionOptions;
import io.polybloom.cli.option.FilterChoice;
import io.polybloom.cli.option.FilterOptions;
import io.polybloom.cli.option.InputFiles;
import io.polybloom.cli.option.OptionValues;
import io.polybloom.cli.output.Figures;
import io.polybloom.cli.server.Connection;
import io.polybloom.cli.server.Session;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Prints each line that is seen for the first time. */
@Command(name = "dedup", description = "Print each line that is seen for the first time.")
public final class DedupCommand implements Callable<Integer> {

    @ParentCommand
    Program program;

    @Mixin
    InputFiles input;

    @Option(names = "--duplicates", description = "Print the other lines instead: those that were seen before.")
    boolean duplicates;

    @Option(
            names = "--field",
            paramLabel = "N",
            split = ",",
            splitSynopsisLabel = ",",
            description = "Compare these fields, counted from 1, instead of whole lines.")
    List<Integer> fields = new ArrayList<>();

    @Option(
            names = "--delimiter",
            paramLabel = "D",
            converter = OptionValues.ReadableText.class,
            description = "What separates fields (default: a tab).")
    @Nullable
    String delimiter;

    @Option(
            names = "--writer",
            paramLabel = "NAME",
            description = "Lose no line if this run is killed: start it again with the same name and input, and between"
                    + " them all lines are printed, some of them twice.")
    @Nullable
    String writer;

    @Mixin
    FilterOptions filter;

    @Mixin
    ConnectionOptions connection;

    @Spec
    CommandSpec spec;

    @Override
    public Integer call() {
        TransferProgress opening = new TransferProgress(program.console(), "open");
        FilterChoice choice = filter.choose(connection.isLasting(), connection.servers(), opening);
        FieldKey key = key();
        requireWriter();
        Console console = program.console();
        try (opening;
                Session session = connection.open();
                Connection client = session.connect(connection.client())) {
            LineOutput out = new LineOutput(console.out());
            BloomFilter<byte[]> opened = choice.open(client.filters());
            Claims<byte[]> claims = claims(opened);
            Deduplication run = new Deduplication(opened, claims, key, duplicates, out);
            long begin = System.nanoTime();
            int exitCode = input.forEachBatch(console, "dedup", true, claims != null, run::process);
            console.err().println(summary(run, System.nanoTime() - begin));
            return exitCode;
        }
    }

    private @Nullable Claims<byte[]> claims(BloomFilter<byte[]> opened) {
        try {
            return writer == null ? null : opened.claims(writer);
        } catch (IllegalArgumentException | UnsupportedFilterException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    private void requireWriter() {
        if (writer == null) {
            return;
        }
        if (duplicates) {
            throw new ParameterException(
                    spec.commandLine(), "--writer is about lines that are new, and cannot go with --duplicates");
        }
        if (!connection.isLasting()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--writer needs --redis or --data-dir: without, the next run knows nothing of this one");
        }
    }

    private @Nullable FieldKey key() {
        if (fields.isEmpty() && delimiter == null) {
            return null;
        }
        if (fields.isEmpty() || "".equals(delimiter)) {
            throw new ParameterException(
                    spec.commandLine(),
                    fields.isEmpty() ? "--delimiter needs --field" : "the delimiter must not be empty");
        }
        try {
            return new FieldKey(fields, (delimiter == null ? "\t" : delimiter).getBytes(StandardCharsets.UTF_8));
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    private static String summary(Deduplication run, long nanoseconds) {
        long lines = run.unique() + run.duplicates();
        return Figures.quantity(lines, "line") + ": " + Figures.count(run.unique()) + " unique, "
                + Figures.quantity(run.duplicates(), "duplicate") + " in " + Figures.seconds(nanoseconds) + " ("
                + Figures.perSecond(lines, nanoseconds) + " lines/s)";
    }
}
