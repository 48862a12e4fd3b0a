package io.polybloom.cli.command;

import io.polybloom.cli.console.TransferProgress;
import io.polybloom.cli.option.FilterChoice;
import io.polybloom.cli.option.NamedFilter;
import io.polybloom.cli.output.Json;
import io.polybloom.cli.server.Connection;
import io.polybloom.cli.server.Session;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParentCommand;

/** Removes all elements of a filter. */
@Command(
        name = "clear",
        description = {
            "Remove all elements from a filter. It keeps its parameters and its expiry.",
            "Calls of other clients at the same time may fail, but none gets a wrong answer."
        })
public final class ClearCommand implements Callable<Integer> {

    @ParentCommand
    Program program;

    @Mixin
    NamedFilter filter;

    @Override
    public Integer call() {
        TransferProgress progress = new TransferProgress(program.console(), "clear");
        FilterChoice choice = filter.choose(progress);
        try (progress;
                Session session = filter.connection().open();
                Connection client = session.connect(filter.connection().client())) {
            choice.openExisting(client.filters()).clear();
            program.summarize(
                    "filter '" + choice.name() + "' cleared", Json.of("clear").with("name", choice.name()));
            return 0;
        }
    }
}
