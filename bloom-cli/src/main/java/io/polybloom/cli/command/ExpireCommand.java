package io.polybloom.cli.command;

import io.polybloom.BloomFilter;
import io.polybloom.cli.console.TransferProgress;
import io.polybloom.cli.option.Expiry;
import io.polybloom.cli.option.FilterChoice;
import io.polybloom.cli.option.NamedFilter;
import io.polybloom.cli.output.Json;
import io.polybloom.cli.server.Connection;
import io.polybloom.cli.server.Session;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Sets or removes the expiry of a filter. */
@Command(
        name = "expire",
        description = {
            "Set or remove the expiry of a filter.",
            "All keys of the filter expire at the same instant; `bloom info` shows it."
        })
public final class ExpireCommand implements Callable<Integer> {

    @ParentCommand
    Program program;

    @ArgGroup(multiplicity = "1")
    Expiry expiry;

    @Mixin
    NamedFilter filter;

    @Spec
    CommandSpec command;

    @Override
    public Integer call() {
        TransferProgress progress = new TransferProgress(program.console(), "expire");
        FilterChoice choice = filter.choose(progress);
        try (progress;
                Session session = filter.connection().open();
                Connection client = session.connect(filter.connection().client())) {
            apply(choice.openExisting(client.filters()));
            program.summarize(
                    "filter '" + choice.name() + "' " + expiry.result(),
                    expiry.addTo(Json.of("expire").with("name", choice.name())));
            return 0;
        }
    }

    private void apply(BloomFilter<byte[]> chosen) {
        try {
            expiry.applyTo(chosen);
        } catch (IllegalArgumentException wrong) {
            throw new ParameterException(command.commandLine(), wrong.getMessage(), wrong);
        }
    }
}
