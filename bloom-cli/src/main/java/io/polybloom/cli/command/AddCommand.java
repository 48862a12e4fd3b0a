package io.polybloom.cli.command;

import io.polybloom.BloomFilter;
import io.polybloom.PartialBulkException;
import io.polybloom.cli.console.Console;
import io.polybloom.cli.console.TransferProgress;
import io.polybloom.cli.option.ConnectionOptions;
import io.polybloom.cli.option.FilterChoice;
import io.polybloom.cli.option.FilterOptions;
import io.polybloom.cli.option.InputFiles;
import io.polybloom.cli.output.Figures;
import io.polybloom.cli.server.Connection;
import io.polybloom.cli.server.Session;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParentCommand;

/** Adds lines to a filter. */
@Command(name = "add", description = "Add lines to a filter.")
public final class AddCommand implements Callable<Integer> {

    @ParentCommand
    Program program;

    @Mixin
    InputFiles input;

    @Mixin
    FilterOptions filter;

    @Mixin
    ConnectionOptions connection;

    private long lines;
    private long added;

    @Override
    public Integer call() {
        TransferProgress opening = new TransferProgress(program.console(), "open");
        FilterChoice choice = filter.choose(connection.isLasting(), connection.servers(), opening);
        Console console = program.console();
        try (opening;
                Session session = connection.open();
                Connection client = session.connect(connection.client())) {
            BloomFilter<byte[]> opened = choice.open(client.filters());
            long begin = System.nanoTime();
            int exitCode = input.forEachBatch(console, "add", false, batch -> add(opened, batch));
            long nanoseconds = System.nanoTime() - begin;
            console.err()
                    .println(Figures.quantity(lines, "line") + ": " + Figures.count(added) + " added, "
                            + Figures.count(lines - added) + " present before in " + Figures.seconds(nanoseconds)
                            + " (" + Figures.perSecond(lines, nanoseconds) + " lines/s)");
            return exitCode;
        }
    }

    private void add(BloomFilter<byte[]> opened, List<byte[]> batch) {
        try {
            for (boolean isNew : opened.addAll(batch)) {
                added += isNew ? 1 : 0;
            }
            lines += batch.size();
        } catch (PartialBulkException partial) {
            throw PartialAdd.failure(partial);
        }
    }
}
