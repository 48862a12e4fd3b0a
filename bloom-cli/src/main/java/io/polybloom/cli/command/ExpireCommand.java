package io.polybloom.cli.command;

import io.polybloom.BloomFilter;
import io.polybloom.cli.option.ConnectionOptions;
import io.polybloom.cli.option.Expiry;
import io.polybloom.cli.option.FilterChoice;
import io.polybloom.cli.option.FilterOptions;
import io.polybloom.cli.option.OptionValues;
import io.polybloom.cli.server.Connection;
import io.polybloom.cli.server.Session;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Says when a filter ends, or that it does not. */
@Command(
        name = "expire",
        description = {
            "Say when a filter ends, in place of what was said before.",
            "`bloom info` shows the instant; it is the same for every key of the filter."
        })
public final class ExpireCommand implements Callable<Integer> {

    @ParentCommand
    Program program;

    @Parameters(
            paramLabel = "NAME",
            arity = "0..1",
            converter = OptionValues.ReadableText.class,
            description = "The filter's name, like --name.")
    @Nullable
    String positionalName;

    @ArgGroup(multiplicity = "1")
    Expiry expiry;

    @Mixin
    FilterOptions filter;

    @Mixin
    ConnectionOptions connection;

    @Spec
    CommandSpec command;

    @Override
    public Integer call() {
        connection.requireLasting();
        filter.nameIfAbsent(positionalName);
        FilterChoice choice = filter.choose(true, connection.servers());
        try (Session session = connection.open();
                Connection client = session.connect(connection.client())) {
            apply(choice.openExisting(client.filters()));
            program.console().err().println("filter '" + choice.name() + "' " + expiry.result());
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
