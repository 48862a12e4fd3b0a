package io.polybloom.cli.command;

import io.polybloom.BloomFilter;
import io.polybloom.PackedBytes;
import io.polybloom.cli.lines.LineOutput;
import io.polybloom.cli.option.ConnectionOptions;
import io.polybloom.cli.option.ElementOptions;
import io.polybloom.cli.option.ExistingFilter;
import io.polybloom.cli.option.FilterChoice;
import io.polybloom.cli.option.InputFiles;
import io.polybloom.cli.output.Figures;
import io.polybloom.cli.output.Json;
import io.polybloom.cli.server.Connection;
import io.polybloom.cli.server.Session;
import io.polybloom.cli.stream.LineElements;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Asks for lines. */
@Command(
        name = "check",
        description = {
            "Report whether each line is in a filter.",
            "'absent' is certain; 'present' can be wrong, at the false-positive rate of the filter."
        })
public final class CheckCommand implements Callable<Integer> {

    @ParentCommand
    Program program;

    @Mixin
    InputFiles input;

    @Mixin
    ElementOptions elements;

    @Mixin
    ExistingFilter filter;

    @Mixin
    ConnectionOptions connection;

    private long lines;
    private long present;

    @ArgGroup
    @Nullable
    Choice choice;

    /** Which lines are printed, as they are; without it all of them are, each with its answer. */
    static final class Choice {

        @Option(names = "--present", required = true, description = "Print only the lines that are present.")
        boolean present;

        @Option(names = "--absent", required = true, description = "Print only the lines that are absent.")
        boolean absent;
    }

    @Override
    public Integer call() {
        connection.requireLasting();
        FilterChoice asked = filter.choose(connection.servers(), elements.format());
        LineElements made = elements.of(program.console());
        LineOutput out = new LineOutput(program.console().out());
        try (Session session = connection.openToRead();
                Connection client = session.connect(connection.client())) {
            BloomFilter<byte[]> opened = asked.openToAsk(client.filters());
            try {
                return input.forEachBatch(
                        program.console(), "check", true, made, (batch, asking) -> check(opened, batch, asking, out));
            } finally {
                summarize(asked.name());
            }
        }
    }

    private void summarize(String name) {
        program.summarize(
                Figures.quantity(lines, "line") + ": " + Figures.count(present) + " present, "
                        + Figures.count(lines - present) + " absent",
                Json.of("check")
                        .with("name", name)
                        .with("lines", lines)
                        .with("present", present)
                        .with("absent", lines - present));
    }

    private void check(BloomFilter<byte[]> opened, PackedBytes batch, PackedBytes asking, LineOutput out) {
        boolean[] isPresent = opened.mightContainAll(asking);
        for (int i = 0; i < isPresent.length; i++) {
            lines++;
            present += isPresent[i] ? 1 : 0;
            print(batch.get(i), isPresent[i], out);
        }
        out.flush();
    }

    private void print(byte[] line, boolean isPresent, LineOutput out) {
        if (choice != null && choice.present != isPresent) {
            return;
        }
        if (program.printsJson()) {
            out.line(Json.ofElement(line).with("present", isPresent).toString());
            return;
        }
        if (choice == null) {
            out.text(isPresent ? "present\t" : "absent\t");
        }
        out.line(line);
    }
}
