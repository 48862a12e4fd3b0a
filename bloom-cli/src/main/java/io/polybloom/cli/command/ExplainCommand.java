package io.polybloom.cli.command;

import io.polybloom.FilterDescription;
import io.polybloom.FilterSpec;
import io.polybloom.cli.console.CommandFailure;
import io.polybloom.cli.lines.LineOutput;
import io.polybloom.cli.option.AnyFilter;
import io.polybloom.cli.option.ConnectionOptions;
import io.polybloom.cli.option.FilterChoice;
import io.polybloom.cli.option.InputFiles;
import io.polybloom.cli.output.Figures;
import io.polybloom.cli.output.Json;
import io.polybloom.cli.server.Connection;
import io.polybloom.cli.server.Session;
import io.polybloom.locate.ElementLocation;
import io.polybloom.locate.ElementLocator;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
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

/** Shows which bits each line touches. */
@Command(
        name = "explain",
        description = {
            "Show the key and the bits of each line, as JSON.",
            "Without --redis and --data-dir, no server is asked, and GEN stands for the generation in the keys.",
            "For a filter with a window, the bits of every slice are shown."
        })
public final class ExplainCommand implements Callable<Integer> {

    private static final HexFormat HEX = HexFormat.of();

    @ParentCommand
    Program program;

    @Mixin
    InputFiles input;

    @Option(names = "--hex", description = "Read each line as the bytes of an element in hexadecimal.")
    boolean hex;

    @Option(
            names = "--hash-key",
            paramLabel = "HEX",
            description = "The key of a --keyed filter, 32 hexadecimal digits; needed if no server is asked.")
    @Nullable
    String key;

    @Mixin
    AnyFilter filter;

    @Mixin
    ConnectionOptions connection;

    @Spec
    CommandSpec command;

    private long lines;

    @Override
    public Integer call() {
        ElementLocator locator = locator();
        LineOutput out = new LineOutput(program.console().out());
        return input.forEachBatch(program.console(), "explain", true, batch -> explain(locator, batch, out));
    }

    private ElementLocator locator() {
        FilterChoice choice = filter.choose(connection.isLasting(), connection.servers());
        if (!connection.isLasting() || !choice.dependsOnStore()) {
            return planned(choice);
        }
        if (key != null) {
            throw new ParameterException(
                    command.commandLine(), "the key of the filter is stored: leave out --hash-key");
        }
        return stored(choice);
    }

    private ElementLocator planned(FilterChoice choice) {
        FilterSpec asked = choice.spec().orElseThrow();
        try {
            return key == null
                    ? ElementLocator.planned(asked, connection.servers())
                    : ElementLocator.planned(asked, connection.servers(), key);
        } catch (IllegalArgumentException wrong) {
            String hint = asked.isKeyed() == (key != null) && asked.window().isPresent() ? "" : " (--hash-key)";
            throw new ParameterException(command.commandLine(), wrong.getMessage() + hint, wrong);
        }
    }

    private ElementLocator stored(FilterChoice choice) {
        try (Session session = connection.openToRead();
                Connection client = session.connect(connection.client())) {
            FilterDescription description =
                    choice.openExisting(client.filters()).description();
            if (description.window().filter(made -> !made.hasKeys()).isPresent()) {
                throw new CommandFailure(
                        "the filter '" + choice.name() + "' has no slice now: nothing was added within its window",
                        null);
            }
            return ElementLocator.stored(description);
        }
    }

    private void explain(ElementLocator locator, List<byte[]> batch, LineOutput out) {
        for (byte[] line : batch) {
            lines++;
            byte[] element = hex ? parse(line, out) : line;
            String shown = hex ? HEX.formatHex(element) : new String(line, StandardCharsets.UTF_8);
            for (ElementLocation location : locator.locate(element)) {
                out.line(json(shown, location));
            }
        }
        out.flush();
    }

    private byte[] parse(byte[] line, LineOutput out) {
        try {
            return HEX.parseHex(new String(line, StandardCharsets.ISO_8859_1).strip());
        } catch (IllegalArgumentException e) {
            out.flush();
            throw new CommandFailure("line " + Figures.count(lines) + " is not hexadecimal: " + e.getMessage(), e);
        }
    }

    private static String json(String element, ElementLocation location) {
        return new Json()
                .with("element", element)
                .with("server", location.server())
                .with("partition", location.partition())
                .with("key", location.key())
                .withNumbers("offsets", location.offsets())
                .toString();
    }
}
