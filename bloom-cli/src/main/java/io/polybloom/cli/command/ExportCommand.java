package io.polybloom.cli.command;

import io.polybloom.FilterSpec;
import io.polybloom.cli.console.CommandFailure;
import io.polybloom.cli.console.TransferProgress;
import io.polybloom.cli.option.ConnectionOptions;
import io.polybloom.cli.option.FilterChoice;
import io.polybloom.cli.option.FilterOptions;
import io.polybloom.cli.output.FileInPlace;
import io.polybloom.cli.output.Json;
import io.polybloom.cli.server.Connection;
import io.polybloom.cli.server.Session;
import io.polybloom.layouts.GuavaFileSink;
import io.polybloom.transfer.FilterExport;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Writes a filter with one of Guava's layouts to a file that Guava reads. */
@Command(
        name = "export",
        description = "Write a filter of the layout guava-64 or guava-32 to a file that Guava's BloomFilter.readFrom"
                + " reads.")
public final class ExportCommand implements Callable<Integer> {

    private static final String STANDARD_OUTPUT = "-";

    @ParentCommand
    Program program;

    @Option(
            names = "--guava",
            paramLabel = "FILE",
            required = true,
            description =
                    "The file to write; '-' is the standard output. An existing file keeps its owner and mode; symbolic"
                            + " links are followed.")
    Path file;

    @Mixin
    FilterOptions filter;

    @Mixin
    ConnectionOptions connection;

    @Spec
    CommandSpec command;

    @Override
    public Integer call() {
        connection.requireLasting();
        FilterChoice choice = filter.choose(true, connection.servers());
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

    private void writeToOutput(Connection client, FilterSpec source) throws IOException {
        OutputStream out = new BufferedOutputStream(program.console().out());
        write(client, source, out);
        out.flush();
    }

    private void write(Connection client, FilterSpec source, OutputStream out) {
        try (TransferProgress progress = new TransferProgress(program.console(), "export")) {
            FilterExport export = FilterExport.of(source, new GuavaFileSink(source.layout(), out));
            client.filters().run(export.reportingTo(progress));
        } catch (IllegalArgumentException noFilterOfGuava) {
            throw new ParameterException(command.commandLine(), noFilterOfGuava.getMessage(), noFilterOfGuava);
        }
    }
}
