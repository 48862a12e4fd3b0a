package io.polybloom.cli.option;

import io.polybloom.listener.ByteProgress;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The options of a command about one filter that exists, whose name may stand without {@code --name}. */
public final class NamedFilter {

    @Parameters(
            paramLabel = "NAME",
            arity = "0..1",
            converter = OptionValues.ReadableText.class,
            description = "The name of the filter, in place of --name.")
    @Nullable
    String positionalName;

    @Mixin
    ExistingFilter existing;

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
        return existing.choose(chosen, connection.servers(), "", Optional.of(progress));
    }

    /** Returns where the filter is. */
    public ConnectionOptions connection() {
        return connection;
    }

    private String chosenName() {
        if (existing.name != null && positionalName != null) {
            throw wrong("the filter is named twice, as '" + positionalName + "' and by --name: give one of them");
        }
        if (existing.name == null && positionalName == null) {
            throw wrong("no filter is named: give NAME");
        }
        return existing.name == null ? positionalName : existing.name;
    }

    private ParameterException wrong(String message) {
        return new ParameterException(command.commandLine(), message);
    }
}
