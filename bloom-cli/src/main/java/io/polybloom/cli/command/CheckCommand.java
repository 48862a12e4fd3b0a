package io.polybloom.cli.command;

import io.polybloom.BloomFilter;
import io.polybloom.cli.lines.LineOutput;
import io.polybloom.cli.option.ConnectionOptions;
import io.polybloom.cli.option.FilterChoice;
import io.polybloom.cli.option.FilterOptions;
import io.polybloom.cli.option.InputFiles;
import io.polybloom.cli.server.Connection;
import io.polybloom.cli.server.Session;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParentCommand;

/** Asks for lines. */
@Command(
        name = "check",
        description = {
            "Say of each line whether it is in a filter.",
            "'absent' is definite, 'present' is wrong at the filter's error rate."
        })
public final class CheckCommand implements Callable<Integer> {

    @ParentCommand
    Program program;

    @Mixin
    InputFiles input;

    @Mixin
    FilterOptions filter;

    @Mixin
    ConnectionOptions connection;

    @Override
    public Integer call() {
        connection.requireLasting();
        FilterChoice choice = filter.choose(true, connection.servers());
        LineOutput out = new LineOutput(program.console().out());
        try (Session session = connection.open();
                Connection client = session.connect(connection.client())) {
            BloomFilter<byte[]> opened = choice.openToAsk(client.filters());
            return input.forEachBatch(program.console(), "check", true, batch -> check(opened, batch, out));
        }
    }

    private static void check(BloomFilter<byte[]> opened, List<byte[]> batch, LineOutput out) {
        boolean[] isPresent = opened.mightContainAll(batch);
        for (int i = 0; i < isPresent.length; i++) {
            out.text(isPresent[i] ? "present\t" : "absent\t");
            out.line(batch.get(i));
        }
        out.flush();
    }
}
