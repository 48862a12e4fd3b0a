package io.polybloom.cli.command;

import io.polybloom.FilterSpec;
import io.polybloom.cli.console.CommandFailure;
import io.polybloom.cli.console.TransferProgress;
import io.polybloom.cli.option.ConnectionOptions;
import io.polybloom.cli.option.OptionValues;
import io.polybloom.cli.output.Figures;
import io.polybloom.cli.output.Json;
import io.polybloom.cli.server.Connection;
import io.polybloom.cli.server.Session;
import io.polybloom.layouts.GuavaFileSource;
import io.polybloom.layouts.GuavaFormat;
import io.polybloom.transfer.FilterImport;
import io.polybloom.transfer.SnapshotImport;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
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

/** Makes a filter of a file: a snapshot, or what Guava has written. */
@Command(
        name = "import",
        description = {
            "Create a filter from a file.",
            "A snapshot is what `bloom export --snapshot` or a FilterBuilder has written. The filter appears when all"
                    + " of it is there. If the import is interrupted, call it again within an hour, and it continues."
                    + " If there is a filter of the name with the same parameters, the snapshot is merged into it.",
            "For a file of Guava, the layout, bits and hashes are printed, since they are needed to open the filter."
        })
public final class ImportCommand implements Callable<Integer> {

    @ParentCommand
    Program program;

    @ArgGroup(multiplicity = "1")
    Format format;

    /** What is read. */
    static final class Format {

        @Option(names = "--snapshot", paramLabel = "FILE", description = "The snapshot to read.")
        @Nullable
        Path snapshot;

        @Option(
                names = "--guava",
                paramLabel = "FILE",
                description = "The file to read that Guava's BloomFilter.writeTo has written.")
        @Nullable
        Path guava;
    }

    @Option(
            names = "--name",
            paramLabel = "NAME",
            converter = OptionValues.ReadableText.class,
            description = "The name of the filter. A snapshot keeps the name that it has, unless another one is given.")
    @Nullable
    String name;

    @Mixin
    ConnectionOptions connection;

    @Spec
    CommandSpec command;

    @Override
    public Integer call() {
        connection.requireLasting();
        return format.guava == null ? snapshot(Objects.requireNonNull(format.snapshot)) : guava(format.guava);
    }

    private int snapshot(Path file) {
        SnapshotImport task = SnapshotImport.of(() -> new BufferedInputStream(Files.newInputStream(file)));
        try (Session session = connection.open();
                Connection client = session.connect(connection.client());
                TransferProgress progress = new TransferProgress(program.console(), "import")) {
            session.refuseNodesOfClusters();
            SnapshotImport.Report report =
                    client.filters().run((name == null ? task : task.named(name)).reportingTo(progress));
            String resumed = report.bytesResumed() == 0
                    ? ""
                    : "; " + Figures.memory(report.bytesResumed()) + " of it were there already";
            program.summarize(
                    "filter '" + report.description().name() + "': "
                            + (report.isCreated() ? "created from " : "merged with ") + file + ", "
                            + Figures.memory(report.bytes()) + resumed,
                    Json.of("import")
                            .with("name", report.description().name())
                            .with("created", report.isCreated())
                            .with("bytes", report.bytes())
                            .with("bytesResumed", report.bytesResumed()));
            return 0;
        } catch (UncheckedIOException failure) {
            throw CommandFailure.ofFile(file.toString(), failure);
        }
    }

    private int guava(Path file) {
        if (name == null) {
            throw new ParameterException(
                    command.commandLine(), "a file of Guava has no name for the filter: use --name NAME");
        }
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file));
                Session session = connection.open();
                Connection client = session.connect(connection.client());
                TransferProgress progress = new TransferProgress(program.console(), "import")) {
            session.refuseNodesOfClusters();
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
