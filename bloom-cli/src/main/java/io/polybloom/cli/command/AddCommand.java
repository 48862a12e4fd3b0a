package io.polybloom.cli.command;

import io.polybloom.BloomFilter;
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
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParentCommand;

/** Adds lines to a filter. */
@Command(
        name = "add",
        description = {
            "Add lines to a filter.",
            "A run that was killed can be repeated on the same input: lines that it had added are then already present."
        })
public final class AddCommand implements Callable<Integer> {

    @ParentCommand
    Program program;

    @Mixin
    InputFiles input;

    @Mixin
    AddingOptions adding;

    @Mixin
    ElementOptions elements;

    @Mixin
    AnyFilter filter;

    @Mixin
    ConnectionOptions connection;

    @Override
    public Integer call() {
        TransferProgress opening = new TransferProgress(program.console(), "open");
        FilterChoice choice = filter.choose(connection.isLasting(), connection.servers(), elements.format(), opening);
        Console console = program.console();
        LineElements made = elements.of(console);
        try (opening;
                UnknownLines unknown = adding.unknownLines();
                Session session = connection.open();
                Connection client = session.connect(connection.client())) {
            BloomFilter<byte[]> opened = choice.open(client.filters(), session);
            LineAdder run = new LineAdder(
                    new AddingOrder.AddThenPrint(opened),
                    adding.guard(opened, console),
                    console.nanoClock(),
                    unknown,
                    LineAdder.Printed.NONE,
                    new LineOutput(console.out()));
            long begin = System.nanoTime();
            try {
                run.begin();
                int exitCode = input.forEachBatch(console, "add", false, false, run::mostLines, made, run::process);
                run.end();
                return exitCode;
            } finally {
                Summary summary = run.summary(System.nanoTime() - begin);
                program.summarize(
                        summary.ofAddition() + filter.farewell(connection.isLasting()),
                        summary.addTo(Json.of("add").with("name", choice.name())));
            }
        }
    }
}
