package io.polybloom.cli.option;

import io.polybloom.FilterSpec;
import io.polybloom.listener.ByteProgress;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that name a filter, and describe it if it is to be created. */
public final class AnyFilter {

    /** Good enough where no other filter can be. */
    private static final String DEFAULT_NAME = "bloom";

    @Option(
            names = "--name",
            paramLabel = "NAME",
            converter = OptionValues.ReadableText.class,
            description =
                    "The name of the filter (default: " + DEFAULT_NAME + ", in an embedded Redis without --data-dir)."
                            + " A filter that exists is opened by its name alone; to create a filter, give --capacity.")
    @Nullable
    String name;

    @Mixin
    SizeOptions size;

    @Spec(Spec.Target.MIXEE)
    CommandSpec command;

    private boolean growsByDefault = true;

    /** Lets a new filter degrade unless the options say otherwise. */
    public void degradeByDefault() {
        growsByDefault = false;
    }

    /** Returns the end of a summary: who names a filter expects to find it again. */
    public String farewell(boolean lasting) {
        return name == null || lasting
                ? ""
                : "; the filter '" + name + "' has ended with this command: --redis or --data-dir would keep it";
    }

    /**
     * The filter to work with on independent servers that keep filters, or on one that is new and empty. Work on all of
     * its partitions reports to a listener.
     */
    public FilterChoice choose(boolean lasting, int servers, String elementFormat, ByteProgress progress) {
        FilterChoice choice = choose(lasting, servers, elementFormat);
        return new FilterChoice(
                choice.name(), choice.spec(), choice.elementFormat(), choice.takesAnyPolicy(), Optional.of(progress));
    }

    /** The filter to work with on independent servers that keep filters, or on one that is new and empty. */
    public FilterChoice choose(boolean lasting, int servers, String elementFormat) {
        if (name == null && lasting) {
            throw new ParameterException(command.commandLine(), "no filter is named: use --name NAME");
        }
        String chosen = name == null ? DEFAULT_NAME : name;
        if (growsByDefault) {
            size.growByDefault();
        }
        Optional<FilterSpec> spec = size.spec(chosen, elementFormat, command.commandLine());
        if (!lasting && spec.filter(asked -> !asked.isExisting()).isEmpty()) {
            throw new ParameterException(
                    command.commandLine(),
                    "an embedded Redis has no filter yet: give --capacity N (or --bits M --hashes K), or name the"
                            + " server of the filter with --redis URI");
        }
        FilterChoice.requireServers(spec, servers, command.commandLine());
        return new FilterChoice(chosen, spec, elementFormat, !size.isPolicyGiven(), Optional.empty());
    }
}
