package io.polybloom.cli.command;

import io.polybloom.FilterSpec;
import io.polybloom.FilterTask;
import io.polybloom.cli.console.CommandFailure;
import io.polybloom.cli.console.TransferProgress;
import io.polybloom.cli.lines.LineOutput;
import io.polybloom.cli.option.ConnectionOptions;
import io.polybloom.cli.option.ExistingFilter;
import io.polybloom.cli.option.FilterChoice;
import io.polybloom.cli.output.FileInPlace;
import io.polybloom.cli.output.Json;
import io.polybloom.cli.server.Connection;
import io.polybloom.cli.server.Session;
import io.polybloom.layout.Layouts;
import io.polybloom.layouts.GuavaFileSink;
import io.polybloom.listener.ByteProgress;
import io.polybloom.transfer.FilterExport;
import io.polybloom.transfer.SnapshotExport;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Writes a filter to a file: a native one as a snapshot, one with a layout of Guava as Guava does. */
@Command(
        name = "export",
        description = {
            "Write a filter to a file.",
            "A snapshot has the filter's parameters, its bits and checksums, but neither its expiry nor its claims."
                    + " `bloom import` makes a filter of it again."
        })
public final class ExportCommand implements Callable<Integer> {

    private static final String STANDARD_OUTPUT = "-";

    @ParentCommand
    Program program;

    @ArgGroup(multiplicity = "1")
    Format format;

    /** What is written, and where. */
    static final class Format {

        @Option(
                names = "--snapshot",
                paramLabel = "FILE",
                description = "The file to write a snapshot to; '-' is the standard output. An existing file keeps its"
                        + " owner and mode; symbolic links are followed. That of a keyed filter contains the key.")
        @Nullable
        Path snapshot;

        @Option(
                names = "--guava",
                paramLabel = "FILE",
                description = "The same for a file that Guava's BloomFilter.readFrom reads; only for the layouts"
                        + " guava-64 and guava-32.")
        @Nullable
        Path guava;
    }

    @Mixin
    ExistingFilter filter;

    @Mixin
    ConnectionOptions connection;

    @Spec
    CommandSpec command;

    @Override
    public Integer call() {
        connection.requireLasting();
        FilterChoice choice = filter.choose(connection.servers(), "");
        Path file = Objects.requireNonNull(format.snapshot == null ? format.guava : format.snapshot);
        boolean isToOutput = file.toString().equals(STANDARD_OUTPUT);
        try {
            FileInPlace target = isToOutput ? null : FileInPlace.at(file);
            try (Session session = connection.openToRead();
                    Connection client = session.connect(connection.client())) {
                choice.openExisting(client.filters());
                FilterSpec source = choice.existingOrGiven();
                if (target == null) {
                    writeToOutput(client, source);
                } else {
                    target.write(out -> write(client, source, out));
                }
            }
        } catch (IOException | UncheckedIOException failure) {
            throw CommandFailure.ofFile(file.toString(), failure);
        }
        program.summarize(
                "filter '" + choice.name() + "' written to " + (isToOutput ? "the standard output" : file),
                Json.of("export").with("name", choice.name()));
        return 0;
    }

    private void writeToOutput(Connection client, FilterSpec source) {
        OutputStream out = new BufferedOutputStream(program.console().out());
        try {
            write(client, source, out);
            out.flush();
        } catch (IOException failure) {
            throw LineOutput.explain(failure);
        } catch (UncheckedIOException failure) {
            throw LineOutput.explain(failure.getCause());
        }
    }

    private void write(Connection client, FilterSpec source, OutputStream out) {
        try (TransferProgress progress = new TransferProgress(program.console(), "export")) {
            client.filters().run(task(source, out, progress));
        } catch (IllegalArgumentException wrongLayout) {
            throw new ParameterException(command.commandLine(), wrongLayout.getMessage(), wrongLayout);
        }
    }

    private FilterTask<?> task(FilterSpec source, OutputStream out, ByteProgress progress) {
        if (format.guava != null) {
            return FilterExport.of(source, new GuavaFileSink(source.layout(), out))
                    .reportingTo(progress);
        }
        if (Layouts.get(source.layout()).foreign().isPresent()) {
            throw new IllegalArgumentException("a filter of the layout " + source.layout() + " has no snapshots; only"
                    + " one with a layout of Polybloom does");
        }
        return SnapshotExport.of(source.name(), out).reportingTo(progress);
    }
}
