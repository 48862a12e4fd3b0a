package io.polybloom.cli.command;

import io.polybloom.FilterGoneException;
import io.polybloom.FilterMerge;
import io.polybloom.cli.console.CommandFailure;
import io.polybloom.cli.console.TransferProgress;
import io.polybloom.cli.option.ConnectionOptions;
import io.polybloom.cli.option.OptionValues;
import io.polybloom.cli.output.Figures;
import io.polybloom.cli.output.Json;
import io.polybloom.cli.server.Connection;
import io.polybloom.cli.server.Session;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Merges filters into one. */
@Command(
        name = "merge",
        description = {
            "Merge filters into one that has the elements of all of them.",
            "The filters must have the same parameters; `bloom info` shows them. The target keeps its elements; if it"
                    + " does not exist, it is created without an expiry. A merge that failed can be repeated."
        })
public final class MergeCommand implements Callable<Integer> {

    @ParentCommand
    Program program;

    @Parameters(
            paramLabel = "NAME",
            arity = "1..*",
            converter = OptionValues.ReadableText.class,
            description = "The filters to merge. They are not changed.")
    List<String> sources;

    @Option(
            names = "--into",
            paramLabel = "NAME",
            required = true,
            converter = OptionValues.ReadableText.class,
            description = "The filter that receives the elements.")
    String target;

    @Mixin
    ConnectionOptions connection;

    @Spec
    CommandSpec command;

    @Override
    public Integer call() {
        connection.requireLasting();
        FilterMerge merge = merge();
        try (Session session = connection.open();
                Connection client = session.connect(connection.client());
                TransferProgress progress = new TransferProgress(program.console(), "merge")) {
            session.refuseNodesOfClusters();
            FilterMerge.Report report = run(client, merge.reportingTo(progress));
            program.summarize(
                    "filter '" + report.description().name() + "': "
                            + Figures.quantity(merge.sources().size(), "filter") + " merged, "
                            + Figures.quantity(report.partitions(), "partition") + ", "
                            + Figures.memory(report.bytes()) + " read",
                    Json.of("merge")
                            .with("name", report.description().name())
                            .withTexts("sources", merge.sources())
                            .with("partitions", report.partitions())
                            .with("bytes", report.bytes()));
            return 0;
        }
    }

    private FilterMerge merge() {
        try {
            return FilterMerge.of(sources).into(target);
        } catch (IllegalArgumentException wrong) {
            throw new ParameterException(command.commandLine(), wrong.getMessage(), wrong);
        }
    }

    private static FilterMerge.Report run(Connection client, FilterMerge merge) {
        try {
            return client.filters().run(merge);
        } catch (FilterGoneException gone) {
            throw new CommandFailure("there is no filter '" + gone.name() + "', or it was deleted meanwhile", gone);
        }
    }
}
