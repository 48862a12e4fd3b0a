package io.polybloom.cli.option;

import io.polybloom.FilterSpec;
import io.polybloom.listener.ByteProgress;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that name a filter which must exist. Those of a filter of our own are stored with it. */
public final class ExistingFilter {

    @Option(
            names = "--name",
            paramLabel = "NAME",
            converter = OptionValues.ReadableText.class,
            description = "The name of the filter.")
    @Nullable
    String name;

    @ArgGroup(validate = false, heading = "%nOnly for filters of other systems, which do not store all of this:%n")
    ParameterOptions parameters = new ParameterOptions();

    @Spec(Spec.Target.MIXEE)
    CommandSpec command;

    /** Returns the filter that is meant, on independent servers, whose elements have a format. */
    public FilterChoice choose(int servers, String elementFormat) {
        if (name == null) {
            throw new ParameterException(command.commandLine(), "no filter is named: use --name NAME");
        }
        return choose(name, servers, elementFormat, Optional.empty());
    }

    FilterChoice choose(String chosen, int servers, String elementFormat, Optional<ByteProgress> progress) {
        Optional<FilterSpec> spec = parameters.foreign(chosen, FilterSpec.existing(chosen), command.commandLine());
        FilterChoice.requireServers(spec, servers, command.commandLine());
        return new FilterChoice(chosen, spec, elementFormat, true, progress);
    }
}
