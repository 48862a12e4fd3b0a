package io.polybloom.cli.command;

import io.polybloom.FilterDescription;
import io.polybloom.FilterSpec;
import io.polybloom.PackedBytes;
import io.polybloom.cli.console.CommandFailure;
import io.polybloom.cli.lines.LineFormat;
import io.polybloom.cli.lines.LineOutput;
import io.polybloom.cli.option.AnyFilter;
import io.polybloom.cli.option.ConnectionOptions;
import io.polybloom.cli.option.ElementOptions;
import io.polybloom.cli.option.FilterChoice;
import io.polybloom.cli.option.InputFiles;
import io.polybloom.cli.output.Figures;
import io.polybloom.cli.output.Json;
import io.polybloom.cli.server.Connection;
import io.polybloom.cli.server.Session;
import io.polybloom.cli.stream.LineElements;
import io.polybloom.locate.ElementLocation;
import io.polybloom.locate.ElementLocator;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
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
            "Without --redis and --data-dir, no server is asked, and GEN stands for the layer in the keys.",
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
    ElementOptions elements;

    @Mixin
    AnyFilter filter;

    @Mixin
    ConnectionOptions connection;

    @Spec
    CommandSpec command;

    private long lines;

    @Override
    public Integer call() {
        LineElements made = made();
        ElementLocator locator = locator();
        LineOutput out = new LineOutput(program.console().out());
        return input.forEachBatch(
                program.console(), "explain", true, made, (batch, located) -> explain(locator, batch, located, out));
    }

    /** To hexadecimal digits, a CR is white space. */
    private LineElements made() {
        if (hex && elements.isAnyGiven()) {
            throw new ParameterException(
                    command.commandLine(),
                    "with --hex, a line is the bytes of its element: leave out --elements, --field and --crlf");
        }
        return hex ? new LineElements(program.console(), LineFormat.UTF_8, null, true) : elements.of(program.console());
    }

    private ElementLocator locator() {
        FilterChoice choice = filter.choose(connection.isLasting(), connection.servers(), elements.format());
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
                    (hex ? choice.openExisting(client.filters()) : choice.openToAsk(client.filters())).description();
            if (description.window().filter(made -> !made.hasKeys()).isPresent()) {
                throw new CommandFailure(
                        "the filter '" + choice.name() + "' has no slice now: nothing was added within its window",
                        null);
            }
            return ElementLocator.stored(description);
        }
    }

    private void explain(ElementLocator locator, PackedBytes batch, PackedBytes located, LineOutput out) {
        for (int i = 0; i < batch.size(); i++) {
            lines++;
            byte[] element = hex ? parse(located.get(i), out) : located.get(i);
            for (ElementLocation location : locator.locate(element)) {
                Json shown = hex ? new Json().with("hex", HEX.formatHex(element)) : Json.ofElement(batch.get(i));
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

    private static String json(Json element, ElementLocation location) {
        return element.with("server", location.server())
                .with("partition", location.partition())
                .with("key", location.key())
                .withNumbers("offsets", location.offsets())
                .toString();
    }
}
