package io.polybloom.cli.operator;

import io.polybloom.BackendException;
import io.polybloom.BloomFilter;
import io.polybloom.FilterStats;
import io.polybloom.cli.command.Program;
import io.polybloom.cli.console.StopSignals;
import io.polybloom.cli.lines.LineOutput;
import io.polybloom.cli.option.FilterChoice;
import io.polybloom.cli.option.NamedFilter;
import io.polybloom.cli.option.OptionValues;
import io.polybloom.cli.server.Connection;
import io.polybloom.cli.server.Session;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Shows how a filter fills. */
@Command(
        name = "watch",
        description = {
            "Show how a filter fills: a line every second, until Ctrl-C.",
            "ADDS/S is the growth of the estimated number of elements, so it counts new elements only. For a large"
                    + " filter, whose bits are sampled, it fluctuates."
        })
public final class WatchCommand implements Callable<Integer> {

    /** The lines between two headers, which fit a small terminal. */
    private static final int SCREEN = 20;

    @ParentCommand
    Program program;

    @Mixin
    NamedFilter filter;

    @Option(
            names = "--interval",
            paramLabel = "TIME",
            converter = OptionValues.WholeDuration.class,
            description = "The time between two lines, such as 1s or 5m (default: 1s).")
    Duration interval = Duration.ofSeconds(1);

    @Option(names = "--count", paramLabel = "N", description = "The number of lines to print (default: no limit).")
    @Nullable
    Long count;

    @Spec
    CommandSpec command;

    @Override
    public Integer call() {
        if (count != null && count < 1) {
            throw new ParameterException(command.commandLine(), "--count must be at least 1, not " + count);
        }
        FilterChoice choice = filter.choose();
        try (Session session = filter.connection().openToRead();
                Connection client = session.connect(filter.connection().client())) {
            watch(
                    choice.openExisting(client.filters()),
                    new LineOutput(program.console().out()));
            return 0;
        } catch (BackendException interrupted) {
            if (!StopSignals.areStopping()) {
                throw interrupted;
            }
            return 0;
        }
    }

    private void watch(BloomFilter<byte[]> watched, LineOutput out) {
        Observation last = observe(watched, null);
        print(0, last, out);
        for (long lines = 1; (count == null || lines < count) && pause(); lines++) {
            last = observe(watched, last);
            print(lines, last, out);
        }
    }

    private Observation observe(BloomFilter<byte[]> watched, @Nullable Observation before) {
        FilterStats stats = before == null ? watched.stats() : ask(watched);
        return Observation.of(stats, program.console().nanoClock().getAsLong(), Instant.now(), before);
    }

    /** A server may have closed the idle connection since the last line. To ask again changes nothing. */
    private static FilterStats ask(BloomFilter<byte[]> watched) {
        try {
            return watched.stats();
        } catch (BackendException closed) {
            if (closed.reason() != BackendException.Reason.NO_ANSWER) {
                throw closed;
            }
            return watched.stats();
        }
    }

    /** On a terminal the header stays in sight. */
    private void print(long lines, Observation seen, LineOutput out) {
        boolean needsHeader =
                lines == 0 || (lines % SCREEN == 0 && program.console().outIsTerminal());
        if (needsHeader && !program.printsJson()) {
            out.line(Observation.HEADER);
        }
        out.line(program.printsJson() ? seen.json().toString() : seen.line());
        out.flush();
    }

    /** Returns false if there was a signal, which is the usual end. */
    private boolean pause() {
        try {
            Thread.sleep(interval.toMillis());
            return true;
        } catch (InterruptedException e) {
            return false;
        }
    }
}
