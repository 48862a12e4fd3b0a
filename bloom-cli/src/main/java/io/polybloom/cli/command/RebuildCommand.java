package io.polybloom.cli.command;

import com.google.common.hash.Funnels;
import io.polybloom.BloomFilters;
import io.polybloom.FilterGoneException;
import io.polybloom.FilterRebuild;
import io.polybloom.cli.console.CommandFailure;
import io.polybloom.cli.console.Console;
import io.polybloom.cli.option.ConnectionOptions;
import io.polybloom.cli.option.ElementOptions;
import io.polybloom.cli.option.FilterChoice;
import io.polybloom.cli.option.InputFiles;
import io.polybloom.cli.option.OptionValues;
import io.polybloom.cli.output.Figures;
import io.polybloom.cli.output.Json;
import io.polybloom.cli.server.Connection;
import io.polybloom.cli.server.Session;
import io.polybloom.cli.stream.LineElements;
import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Rebuilds a filter from lines while others use it. */
@Command(
        name = "rebuild",
        description = {
            "Rebuild a filter from lines, optionally with another size or layout, while other clients use it.",
            "The lines must include all elements that were added before; those that are added meanwhile are kept. The"
                    + " new contents replace the old ones after the last line; if a file cannot be read or there are no"
                    + " lines, nothing changes."
        })
public final class RebuildCommand implements Callable<Integer> {

    @ParentCommand
    Program program;

    @Parameters(
            index = "0",
            paramLabel = "NAME",
            converter = OptionValues.ReadableText.class,
            description = "The filter to rebuild.")
    String name;

    @Parameters(
            index = "1..*",
            paramLabel = "FILE",
            description = "The files to read, plain or compressed by gzip or zstd; '-' is the standard input (default:"
                    + " '-').")
    List<File> files = new ArrayList<>();

    @Option(
            names = "--capacity",
            paramLabel = "N",
            description = "The expected number of distinct elements (default: as before; for a filter that has grown,"
                    + " the sum of its layers).")
    @Nullable
    Long capacity;

    @Option(
            names = "--fpp",
            paramLabel = "P",
            description = "The false-positive rate at capacity (default: as before).")
    @Nullable
    Double falsePositiveRate;

    @Option(names = "--layout", paramLabel = "ID", description = "The layout of the bits (default: as before).")
    @Nullable
    String layout;

    @Option(names = "--abandon", description = "Abandon a rebuild that is under way or has died, and remove its keys.")
    boolean abandons;

    @Mixin
    ElementOptions elements;

    @Mixin
    ConnectionOptions connection;

    @Spec
    CommandSpec command;

    @Override
    public Integer call() {
        connection.requireLasting();
        FilterRebuild.Plan plan = plan();
        LineElements made = elements.of(program.console());
        try (Session session = connection.open();
                Connection client = session.connect(connection.client())) {
            return abandons ? abandon(client.filters()) : rebuild(client.filters(), plan, made);
        } catch (FilterGoneException gone) {
            throw new CommandFailure("there is no filter '" + gone.name() + "', or it was deleted meanwhile", gone);
        }
    }

    private FilterRebuild.Plan plan() {
        boolean isAnyGiven = capacity != null || falsePositiveRate != null || layout != null || !files.isEmpty();
        if (abandons && isAnyGiven) {
            throw new ParameterException(
                    command.commandLine(), "--abandon cannot be combined with --capacity, --fpp, --layout or a FILE");
        }
        try {
            FilterRebuild.Plan plan = FilterRebuild.of(name);
            plan = capacity == null ? plan : plan.capacity(capacity);
            plan = falsePositiveRate == null ? plan : plan.falsePositiveRate(falsePositiveRate);
            return layout == null ? plan : plan.layout(layout);
        } catch (IllegalArgumentException wrong) {
            throw new ParameterException(command.commandLine(), wrong.getMessage(), wrong);
        }
    }

    private int rebuild(BloomFilters filters, FilterRebuild.Plan plan, LineElements made) {
        filters.describe(name)
                .ifPresent(stored -> FilterChoice.requireFormat(name, stored.elementFormat(), elements.format()));
        Console console = program.console();
        String unchanged = "the filter '" + name + "' is unchanged";
        InputFiles.of(files).allOrNothing(console, "rebuild", unchanged, made, (lines, progress) -> {
            Iterable<byte[]> elements = lines::iterator;
            FilterRebuild.Report report =
                    filters.run(plan.from(elements, Funnels.byteArrayFunnel()).reportingTo(progress));
            program.summarize(
                    "filter '" + name + "' rebuilt from " + Figures.quantity(report.elements(), "line")
                            + ": capacity " + Figures.count(report.description().capacity()) + ", "
                            + Figures.memory(report.description().memoryBytes()),
                    Json.of("rebuild")
                            .with("name", name)
                            .with("lines", report.elements())
                            .with("capacity", report.description().capacity())
                            .with("memoryBytes", report.description().memoryBytes()));
        });
        return 0;
    }

    private int abandon(BloomFilters filters) {
        boolean wasAny = filters.run(FilterRebuild.abandon(name));
        program.summarize(
                wasAny
                        ? "rebuild of the filter '" + name + "' abandoned"
                        : "the filter '" + name + "' is not being rebuilt",
                Json.of("rebuild").with("name", name).with("abandoned", wasAny));
        return 0;
    }
}
