package io.polybloom.cli.command;

import io.polybloom.cli.console.Console;
import io.polybloom.cli.lines.LineOutput;
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
import io.polybloom.counter.DistinctCounter;
import io.polybloom.counter.DistinctEstimate;
import io.polybloom.support.FilterNames;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Counts distinct lines. */
@Command(
        name = "count",
        description = {
            "Estimate the number of distinct lines, in at most 12 KiB of Redis memory.",
            "The standard error is 0.81 percent. The name is the key: redis-cli PFCOUNT NAME prints the same number."
        })
public final class CountCommand implements Callable<Integer> {

    /** The key if no name is given, which suffices if the server keeps no data. */
    private static final String DEFAULT_NAME = "bloom-count";

    @ParentCommand
    Program program;

    @Option(
            names = "--name",
            paramLabel = "NAME",
            converter = OptionValues.ReadableText.class,
            defaultValue = DEFAULT_NAME,
            description = "The name of the counter, which is its key (default: ${DEFAULT-VALUE}).")
    String name;

    @Option(names = "--no-input", description = "Only print the estimate, without reading lines.")
    boolean readsNothing;

    @Option(
            names = "--merge",
            paramLabel = "NAME",
            converter = OptionValues.ReadableText.class,
            description = "The name of a counter to add to this one; may be given several times.")
    List<String> others = new ArrayList<>();

    @Mixin
    InputFiles input;

    @Mixin
    ElementOptions elements;

    @Mixin
    ConnectionOptions connection;

    @Spec
    CommandSpec spec;

    private long lines;

    @Override
    public Integer call() {
        requireNames();
        Console console = program.console();
        LineOutput out = new LineOutput(console.out());
        LineElements made = elements.of(console);
        connection.isLasting();
        boolean isToRead = readsNothing && others.isEmpty();
        try (Session session = isToRead ? connection.openToRead() : connection.open();
                Connection client = session.connect(connection.client())) {
            DistinctCounter<byte[]> counter = client.filters().counter(name, FilterChoice.FUNNEL);
            int exitCode = readsNothing
                    ? 0
                    : input.forEachBatch(console, "count", false, made, (batch, counted) -> {
                        counter.addAll(counted);
                        lines += batch.size();
                    });
            counter.mergeFrom(others);
            DistinctEstimate estimate = counter.count();
            long count = estimate.count();
            out.line(program.printsJson() ? json(estimate).toString() : Long.toString(count));
            out.flush();
            program.summarize(
                    Figures.quantity(lines, "line") + " read; about " + Figures.count(count)
                            + " distinct, with a standard error of "
                            + Figures.count((long) Math.ceil(estimate.standardError())),
                    json(estimate).with("lines", lines));
            return exitCode;
        }
    }

    private void requireNames() {
        try {
            FilterNames.require(name);
            others.forEach(FilterNames::require);
        } catch (IllegalArgumentException wrong) {
            throw new ParameterException(spec.commandLine(), wrong.getMessage(), wrong);
        }
    }

    private Json json(DistinctEstimate estimate) {
        return Json.of("count")
                .with("name", name)
                .with("distinct", estimate.count())
                .with("relativeStandardError", estimate.relativeStandardError());
    }
}
