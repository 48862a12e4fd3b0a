package io.polybloom.cli.command;

import io.polybloom.BloomFilter;
import io.polybloom.cli.console.Console;
import io.polybloom.cli.console.TransferProgress;
import io.polybloom.cli.option.AnyFilter;
import io.polybloom.cli.option.ConnectionOptions;
import io.polybloom.cli.option.ElementOptions;
import io.polybloom.cli.option.FilterChoice;
import io.polybloom.cli.option.InputFiles;
import io.polybloom.cli.output.Figures;
import io.polybloom.cli.output.Json;
import io.polybloom.cli.server.Connection;
import io.polybloom.cli.server.Session;
import io.polybloom.cli.stream.CapacityGuard;
import io.polybloom.cli.stream.LineElements;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParentCommand;

/** Builds a filter from lines, as fast as they can be hashed. */
@Command(
        name = "load",
        description = {
            "Load lines into a filter, many times as fast as 'add', without telling which of them are new.",
            "A load that failed can be repeated."
        })
public final class LoadCommand implements Callable<Integer> {

    @ParentCommand
    Program program;

    @Mixin
    InputFiles input;

    @Mixin
    ElementOptions elements;

    @Mixin
    AnyFilter filter;

    @Mixin
    ConnectionOptions connection;

    private long loaded;

    @Override
    public Integer call() {
        TransferProgress opening = new TransferProgress(program.console(), "open");
        // One that grows would be merged often, to find out how much room is left.
        filter.degradeByDefault();
        FilterChoice choice = filter.choose(connection.isLasting(), connection.servers(), elements.format(), opening);
        Console console = program.console();
        LineElements made = elements.of(console);
        try (opening;
                Session session = connection.open();
                Connection client = session.connect(connection.client())) {
            BloomFilter<byte[]> opened = choice.open(client.filters(), session);
            long begin = System.nanoTime();
            int exitCode =
                    input.allAtOnce(console, "load", made, (lines, progress) -> loaded = opened.load(lines, progress));
            long nanoseconds = System.nanoTime() - begin;
            program.summarize(
                    Figures.quantity(loaded, "line") + " loaded in " + Figures.seconds(nanoseconds) + " ("
                            + Figures.perSecond(loaded, nanoseconds) + " lines/s)"
                            + filter.farewell(connection.isLasting()),
                    Json.of("load")
                            .with("name", choice.name())
                            .with("lines", loaded)
                            .with("seconds", nanoseconds / 1e9));
            new CapacityGuard(opened, console, false).check();
            return exitCode;
        }
    }
}
