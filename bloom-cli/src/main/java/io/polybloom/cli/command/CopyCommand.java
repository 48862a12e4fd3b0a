package io.polybloom.cli.command;

import io.polybloom.FilterCopy;
import io.polybloom.FilterGoneException;
import io.polybloom.FilterSpec;
import io.polybloom.cli.console.TransferProgress;
import io.polybloom.cli.option.ConnectionOptions;
import io.polybloom.cli.option.ExistingFilter;
import io.polybloom.cli.option.FilterChoice;
import io.polybloom.cli.option.OptionValues;
import io.polybloom.cli.option.SecurityOptions;
import io.polybloom.cli.output.Figures;
import io.polybloom.cli.output.Json;
import io.polybloom.cli.server.Client;
import io.polybloom.cli.server.Connection;
import io.polybloom.cli.server.Primaries;
import io.polybloom.cli.server.ServerAddresses;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Copies a filter to another server or name. */
@Command(
        name = "copy",
        description = {
            "Copy a filter, bit for bit, to another server or another name.",
            "The source is not changed. The copy appears when it is complete and verified; a copy that failed can be"
                    + " repeated."
        })
public final class CopyCommand implements Callable<Integer> {

    @ParentCommand
    Program program;

    @Mixin
    ExistingFilter filter;

    @Option(
            names = "--from",
            paramLabel = "URI",
            required = true,
            converter = ConnectionOptions.AddressConverter.class,
            description = "The server of the filter, as in --redis of the other commands.")
    ServerAddresses from;

    @Option(
            names = "--to",
            paramLabel = "URI",
            converter = ConnectionOptions.AddressConverter.class,
            description = "The server of the copy (default: that of the filter).")
    @Nullable
    ServerAddresses to;

    @Option(
            names = "--to-name",
            paramLabel = "NAME",
            converter = OptionValues.ReadableText.class,
            description = "The name of the copy (default: that of the filter).")
    @Nullable
    String targetName;

    @Option(
            names = "--client",
            paramLabel = "CLIENT",
            description = "The Redis client: jedis, lettuce, redisson or vertx (default: jedis).")
    Client client = Client.JEDIS;

    @Mixin
    SecurityOptions security;

    @Spec
    CommandSpec command;

    @Override
    public Integer call() {
        FilterChoice choice = filter.choose(from.independent(), "");
        FilterSpec source = choice.existingOrGiven();
        FilterCopy copy = FilterCopy.of(source);
        copy = targetName == null ? copy : copy.named(targetName);
        copy = to == null ? copy : copy.toServersFrom(from.independent());
        requireOtherPlace(source.name());
        List<ServerAddresses> places = places();
        try (Connection connection = client.connect(places);
                TransferProgress progress = new TransferProgress(program.console(), "copy")) {
            Primaries.refuseNodesOfClusters(places.get(places.size() - 1));
            FilterCopy.Report report = run(connection, copy.reportingTo(progress), choice);
            program.summarize(
                    "filter '" + report.description().name() + "': " + Figures.quantity(report.keys(), "key") + " with "
                            + Figures.memory(report.bytes()) + " copied and verified, SHA-256 " + report.sha256(),
                    Json.of("copy")
                            .with("name", report.description().name())
                            .with("keys", report.keys())
                            .with("bytes", report.bytes())
                            .with("sha256", report.sha256()));
            return 0;
        }
    }

    private List<ServerAddresses> places() {
        ServerAddresses source = security.secure(from);
        return to == null ? List.of(source) : List.of(source, security.secure(to));
    }

    private FilterCopy.Report run(Connection connection, FilterCopy copy, FilterChoice choice) {
        try {
            return connection.filters().run(copy);
        } catch (FilterGoneException gone) {
            throw choice.absent("", gone);
        } catch (IllegalArgumentException wrong) {
            throw new ParameterException(command.commandLine(), wrong.getMessage(), wrong);
        }
    }

    private void requireOtherPlace(String name) {
        if (to == null && (targetName == null || targetName.equals(name))) {
            throw new ParameterException(
                    command.commandLine(),
                    "the copy needs another server or another name: use --to URI or --to-name NAME");
        }
    }
}
