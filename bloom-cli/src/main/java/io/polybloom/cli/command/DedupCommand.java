package io.polybloom.cli.command;

import io.polybloom.BloomFilter;
import io.polybloom.UnsupportedFilterException;
import io.polybloom.cli.console.Console;
import io.polybloom.cli.console.TransferProgress;
import io.polybloom.cli.lines.LineOutput;
import io.polybloom.cli.option.AddingOptions;
import io.polybloom.cli.option.AnyFilter;
import io.polybloom.cli.option.ConnectionOptions;
import io.polybloom.cli.option.ElementOptions;
import io.polybloom.cli.option.FilterChoice;
import io.polybloom.cli.option.InputFiles;
import io.polybloom.cli.output.Json;
import io.polybloom.cli.server.Connection;
import io.polybloom.cli.server.Session;
import io.polybloom.cli.stream.AddingOrder;
import io.polybloom.cli.stream.LineAdder;
import io.polybloom.cli.stream.LineElements;
import io.polybloom.cli.stream.Summary;
import io.polybloom.cli.stream.UnknownLines;
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
@Command(
        name = "dedup",
        description = {
            "Print each line that is seen for the first time.",
            "If a run is killed, the lines that it has added but not printed are lost. With --at-least-once or"
                    + " --writer, no line is lost, and the next run prints at most the last 8192 lines again. Runs that"
                    + " share a filter print each line once, except with --at-least-once. A new line that the filter"
                    + " takes for a duplicate, at its false-positive rate, is dropped."
        })
public final class DedupCommand implements Callable<Integer> {

    @ParentCommand
    Program program;

    @Mixin
    InputFiles input;

    @Option(names = "--duplicates", description = "Print the duplicates instead: the lines that were seen before.")
    boolean duplicates;

    @Option(
            names = "--at-least-once",
            description =
                    "Lose no line if the run is killed: look up, print, then add. Runs that share a filter may both"
                            + " print a line that they read at the same time.")
    boolean atLeastOnce;

    @Option(
            names = "--writer",
            paramLabel = "NAME",
            description = "The name of the writer. With it, no line is lost if the run is killed: the next run with the"
                    + " same NAME and input prints the lines that are missing, and repeats a few.")
    @Nullable
    String writer;

    @Mixin
    AddingOptions adding;

    @Mixin
    ElementOptions elements;

    @Mixin
    AnyFilter filter;

    @Mixin
    ConnectionOptions connection;

    @Spec
    CommandSpec spec;

    @Override
    public Integer call() {
        TransferProgress opening = new TransferProgress(program.console(), "open");
        FilterChoice choice = filter.choose(connection.isLasting(), connection.servers(), elements.format(), opening);
        LineElements made = elements.of(program.console());
        requireOneOrder();
        Console console = program.console();
        try (opening;
                UnknownLines unknown = adding.unknownLines();
                Session session = connection.open();
                Connection client = session.connect(connection.client())) {
            BloomFilter<byte[]> opened = choice.open(client.filters(), session);
            LineAdder run = new LineAdder(
                    order(opened),
                    adding.guard(opened, console),
                    console.nanoClock(),
                    unknown,
                    duplicates ? LineAdder.Printed.DUPLICATES : LineAdder.Printed.NEW,
                    new LineOutput(console.out()));
            long begin = System.nanoTime();
            try {
                run.begin();
                int exitCode =
                        input.forEachBatch(console, "dedup", true, writer != null, run::mostLines, made, run::process);
                run.end();
                return exitCode;
            } finally {
                Summary summary = run.summary(System.nanoTime() - begin);
                program.summarize(
                        summary.ofDeduplication() + filter.farewell(connection.isLasting()),
                        summary.addTo(Json.of("dedup").with("name", choice.name())));
            }
        }
    }

    private AddingOrder order(BloomFilter<byte[]> opened) {
        try {
            if (writer != null) {
                return new AddingOrder.ClaimThenPrint(opened, opened.claims(writer));
            }
            return atLeastOnce ? new AddingOrder.PrintThenAdd(opened) : new AddingOrder.AddThenPrint(opened);
        } catch (IllegalArgumentException | UnsupportedFilterException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    private void requireOneOrder() {
        if (writer == null && !atLeastOnce) {
            return;
        }
        String option = writer == null ? "--at-least-once" : "--writer";
        if (writer != null && atLeastOnce) {
            throw new ParameterException(spec.commandLine(), "give either --writer or --at-least-once, not both");
        }
        if (duplicates) {
            throw new ParameterException(spec.commandLine(), option + " prints new lines: leave out --duplicates");
        }
        if (!connection.isLasting()) {
            throw new ParameterException(
                    spec.commandLine(),
                    option + " needs a filter that outlives the run: use --redis URI or --data-dir DIR");
        }
    }
}
