package io.polybloom.cli.command;

import io.polybloom.FilterSpec;
import io.polybloom.cli.console.CommandFailure;
import io.polybloom.cli.console.TransferProgress;
import io.polybloom.cli.option.ConnectionOptions;
import io.polybloom.cli.option.OptionValues;
import io.polybloom.cli.output.Json;
import io.polybloom.cli.server.Connection;
import io.polybloom.cli.server.Session;
import io.polybloom.layouts.GuavaFileSource;
import io.polybloom.layouts.GuavaFormat;
import io.polybloom.transfer.FilterImport;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Makes a filter of a file that Guava has written. */
@Command(
        name = "import",
        description = {
            "Create a filter from a file that Guava's BloomFilter.writeTo has written.",
            "The layout, bits and hashes of the file are printed, since they are needed to open the filter."
        })
public final class ImportCommand implements Callable<Integer> {

    @ParentCommand
    Program program;

    @Option(names = "--guava", paramLabel = "FILE", required = true, description = "The file to read.")
    Path file;

    @Option(
            names = "--name",
            paramLabel = "NAME",
            required = true,
            converter = OptionValues.ReadableText.class,
            description = "The name of the new filter, which is its key in Redis.")
    String name;

    @Mixin
    ConnectionOptions connection;

    @Override
    public Integer call() {
        connection.requireLasting();
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file));
                Session session = connection.open();
                Connection client = session.connect(connection.client());
                TransferProgress progress = new TransferProgress(program.console(), "import")) {
            GuavaFileSource source = GuavaFileSource.open(in);
            GuavaFormat format = source.format();
            FilterSpec spec = FilterSpec.named(name)
                    .layout(format.layout())
                    .bits(format.bits())
                    .hashes(format.hashes())
                    .build();
            client.filters().run(FilterImport.of(spec, source).reportingTo(progress));
            program.summarize(
                    "filter '" + name + "' created from " + file + "; open it with --layout " + format.layout()
                            + " --bits " + format.bits() + " --hashes " + format.hashes(),
                    Json.of("import")
                            .with("name", name)
                            .with("layout", format.layout())
                            .with("bits", format.bits())
                            .with("hashes", format.hashes()));
            return 0;
        } catch (IOException | UncheckedIOException failure) {
            throw CommandFailure.ofFile(file.toString(), failure);
        }
    }
}
