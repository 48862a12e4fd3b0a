package io.polybloom.cli.command;

import io.polybloom.BloomFilters;
import io.polybloom.FilterRemoval;
import io.polybloom.LostDataException;
import io.polybloom.cli.console.CommandFailure;
import io.polybloom.cli.console.TransferProgress;
import io.polybloom.cli.option.FilterChoice;
import io.polybloom.cli.option.NamedFilter;
import io.polybloom.cli.output.Json;
import io.polybloom.cli.server.Connection;
import io.polybloom.cli.server.FilterKeys;
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
            "This also works for a filter that cannot be opened because its config is lost."
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
            boolean mayLeave = delete(choice, client.filters());
            program.summarize(
                    "filter '" + choice.name() + "' deleted", Json.of("delete").with("name", choice.name()));
            if (mayLeave) {
                session.warn(leftovers(choice.name()));
            }
            return 0;
        }
    }

    /**
     * Deletes a filter also where it cannot be opened, because its config was lost or a deletion was interrupted. One
     * that is half made is not opened, which would complete it first.
     *
     * @return whether the config was lost, which alone knew the partitions that a clear or a rebuild has made
     */
    private static boolean delete(FilterChoice choice, BloomFilters filters) {
        try {
            if (isNative(choice) && isHalfMade(choice, filters) && filters.run(FilterRemoval.of(choice.name()))) {
                return false;
            }
            choice.openExisting(filters).delete();
            return false;
        } catch (LostDataException | CommandFailure unopenable) {
            if (!isNative(choice) || !filters.run(FilterRemoval.of(choice.name()))) {
                throw unopenable;
            }
            return unopenable instanceof LostDataException;
        }
    }

    private static String leftovers(String name) {
        return "the config of the filter '" + name + "' was lost, so only the partitions with which it began are"
                + " deleted. If it was cleared or rebuilt, later ones remain as keys of the form "
                + FilterKeys.formOfPartitions(name)
                + "; 'Removal by hand' in docs/operations.md shows how to find them";
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
