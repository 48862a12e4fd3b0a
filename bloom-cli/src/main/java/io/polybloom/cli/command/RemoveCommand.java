package io.polybloom.cli.command;

import io.polybloom.ElementOutcome;
import io.polybloom.PartialBulkException;
import io.polybloom.RemovableBloomFilter;
import io.polybloom.cli.console.CommandFailure;
import io.polybloom.cli.option.AnyFilter;
import io.polybloom.cli.option.ConnectionOptions;
import io.polybloom.cli.option.FilterChoice;
import io.polybloom.cli.option.InputFiles;
import io.polybloom.cli.output.Figures;
import io.polybloom.cli.output.Json;
import io.polybloom.cli.server.Connection;
import io.polybloom.cli.server.Session;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParentCommand;

/** Removes lines from a filter that counts them. */
@Command(
        name = "remove",
        description = {
            "Remove lines from a filter of the layout counting-v1.",
            "Each line must have been added. A line that is absent is skipped. A line that is called present by"
                    + " mistake, at the false-positive rate of the filter, is removed all the same, and other lines may"
                    + " then be called absent."
        })
public final class RemoveCommand implements Callable<Integer> {

    @ParentCommand
    Program program;

    @Mixin
    InputFiles input;

    @Mixin
    AnyFilter filter;

    @Mixin
    ConnectionOptions connection;

    private long lines;
    private long removed;

    @Override
    public Integer call() {
        connection.requireLasting();
        FilterChoice choice = filter.choose(true, connection.servers());
        try (Session session = connection.open();
                Connection client = session.connect(connection.client())) {
            RemovableBloomFilter<byte[]> opened = choice.openToRemove(client.filters());
            int exitCode = input.forEachBatch(program.console(), "remove", false, batch -> remove(opened, batch));
            program.summarize(
                    Figures.quantity(lines, "line") + ": " + Figures.count(removed) + " removed, "
                            + Figures.count(lines - removed) + " not in the filter",
                    Json.of("remove")
                            .with("name", choice.name())
                            .with("lines", lines)
                            .with("removed", removed)
                            .with("absent", lines - removed));
            return exitCode;
        }
    }

    /** Looks each line up first: removing a line that was never added could remove others. */
    private void remove(RemovableBloomFilter<byte[]> opened, List<byte[]> batch) {
        boolean[] isPresent = opened.mightContainAll(batch);
        List<byte[]> present = new ArrayList<>();
        for (int i = 0; i < isPresent.length; i++) {
            if (isPresent[i]) {
                present.add(batch.get(i));
            }
        }
        try {
            for (boolean wasThere : opened.removeAll(present)) {
                removed += wasThere ? 1 : 0;
            }
            lines += batch.size();
        } catch (PartialBulkException partial) {
            int unknown = Collections.frequency(partial.outcomes(), ElementOutcome.UNKNOWN);
            throw new CommandFailure(
                    Figures.quantity(unknown, "line") + " may or may not have been removed: "
                            + partial.getCause().getMessage(),
                    partial);
        }
    }
}
