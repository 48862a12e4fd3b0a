package io.polybloom.cli.option;

import io.polybloom.FilterSpec;
import io.polybloom.FilterSpecBuilder;
import io.polybloom.listener.ByteProgress;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The options of a command about one filter that exists, whose name may stand without {@code --name}. */
public final class NamedFilter {

    @Parameters(
            paramLabel = "NAME",
            arity = "0..1",
            converter = OptionValues.ReadableText.class,
            description = "The name of the filter.")
    @Nullable
    String positionalName;

    @Option(
            names = "--name",
            paramLabel = "NAME",
            converter = OptionValues.ReadableText.class,
            description = "The name of the filter, in place of the argument NAME.")
    @Nullable
    String name;

    @Mixin
    ParameterOptions parameters;

    @Mixin
    ConnectionOptions connection;

    @Spec(Spec.Target.MIXEE)
    CommandSpec command;

    /** Returns the filter that is meant, which must be on servers that outlive the command. */
    public FilterChoice choose() {
        return choose((done, total) -> {});
    }

    /** Returns the filter that is meant; work on all of its partitions reports to a listener. */
    public FilterChoice choose(ByteProgress progress) {
        connection.requireLasting();
        String chosen = chosenName();
        FilterSpecBuilder existing = FilterSpec.existing(chosen);
        Optional<FilterSpec> spec = parameters.foreign(chosen, existing, command.commandLine());
        FilterChoice.requireServers(spec, connection.servers(), command.commandLine());
        return new FilterChoice(chosen, spec, "", true, Optional.of(progress));
    }

    /** Returns where the filter is. */
    public ConnectionOptions connection() {
        return connection;
    }

    private String chosenName() {
        if (name != null && positionalName != null) {
            throw wrong("the filter is named twice, as '" + positionalName + "' and by --name: give one of them");
        }
        if (name == null && positionalName == null) {
            throw wrong("no filter is named: give NAME");
        }
        return name == null ? positionalName : name;
    }

    private ParameterException wrong(String message) {
        return new ParameterException(command.commandLine(), message);
    }
}
