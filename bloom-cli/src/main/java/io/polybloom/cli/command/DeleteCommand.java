package io.polybloom.cli.command;

import io.polybloom.BloomFilters;
import io.polybloom.FilterRemoval;
import io.polybloom.cli.console.CommandFailure;
import io.polybloom.cli.console.TransferProgress;
import io.polybloom.cli.option.FilterChoice;
import io.polybloom.cli.option.NamedFilter;
import io.polybloom.cli.output.Json;
import io.polybloom.cli.server.Connection;
import io.polybloom.cli.server.Session;
import io.polybloom.layout.Layouts;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParentCommand;

/** Removes a filter. */
@Command(
        name = "delete",
        description = {
            "Delete a filter and all of its keys.",
            "This also works for a filter whose creation or deletion was interrupted."
        })
public final class DeleteCommand implements Callable<Integer> {

    @ParentCommand
    Program program;

    @Mixin
    NamedFilter filter;

    @Override
    public Integer call() {
        TransferProgress progress = new TransferProgress(program.console(), "delete");
        FilterChoice choice = filter.choose(progress);
        try (progress;
                Session session = filter.connection().open();
                Connection client = session.connect(filter.connection().client())) {
            delete(choice, client.filters());
            program.summarize(
                    "filter '" + choice.name() + "' deleted", Json.of("delete").with("name", choice.name()));
            return 0;
        }
    }

    /**
     * Deletes a filter also where a deletion was interrupted. One that is half made is not opened, which would complete
     * it first.
     */
    private static void delete(FilterChoice choice, BloomFilters filters) {
        if (isNative(choice) && isHalfMade(choice, filters) && filters.run(FilterRemoval.of(choice.name()))) {
            return;
        }
        try {
            choice.openExisting(filters).delete();
        } catch (CommandFailure unopenable) {
            if (!isNative(choice) || !filters.run(FilterRemoval.of(choice.name()))) {
                throw unopenable;
            }
        }
    }

    private static boolean isHalfMade(FilterChoice choice, BloomFilters filters) {
        return filters.describe(choice.name()).filter(filter -> !filter.ready()).isPresent();
    }

    private static boolean isNative(FilterChoice choice) {
        return choice.spec()
                .filter(spec -> Layouts.get(spec.layout()).foreign().isPresent())
                .isEmpty();
    }
}
