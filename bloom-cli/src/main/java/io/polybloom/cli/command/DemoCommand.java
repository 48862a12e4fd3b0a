package io.polybloom.cli.command;

import io.polybloom.BloomFilter;
import io.polybloom.FilterDescription;
import io.polybloom.FilterSpec;
import io.polybloom.cli.console.CommandFailure;
import io.polybloom.cli.console.Progress;
import io.polybloom.cli.lines.LineOutput;
import io.polybloom.cli.option.ConnectionOptions;
import io.polybloom.cli.option.FilterChoice;
import io.polybloom.cli.option.SizeOptions;
import io.polybloom.cli.output.Figures;
import io.polybloom.cli.output.Table;
import io.polybloom.cli.server.Client;
import io.polybloom.cli.server.Connection;
import io.polybloom.cli.server.Session;
import java.util.HexFormat;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** De-duplicates random words through each client. */
@Command(
        name = "demo",
        description = {"De-duplicate random words through each client.", "Every answer is compared with an exact count."
        })
public final class DemoCommand implements Callable<Integer> {

    @ParentCommand
    Program program;

    @Option(names = "--count", paramLabel = "N", description = "How many words (default: 1000000).")
    Long count = 1_000_000L;

    @Option(names = "--seed", paramLabel = "SEED", description = "Other words for another number (default: 1).")
    Long seed = 1L;

    @Mixin
    SizeOptions size;

    @Mixin
    ConnectionOptions connection;

    @Spec
    CommandSpec spec;

    @Override
    public Integer call() {
        if (count < 1) {
            throw new ParameterException(spec.commandLine(), "--count must be at least 1, not " + count);
        }
        size.capacityUnlessGiven(count);
        connection.isLasting();
        // The server may be shared, and the filter of another demo must not be touched.
        String name =
                "demo-" + HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
        FilterSpec wanted = size.spec(name, spec.commandLine()).orElseThrow();
        if (wanted.window().isPresent()) {
            throw new ParameterException(
                    spec.commandLine(), "leave out --window: the demo counts each word once, however long it runs");
        }
        LineOutput out = new LineOutput(program.console().out());
        Table table = new Table(1);
        table.row("CLIENT", "UNIQUE", "DUPLICATES", "FALSE POSITIVES", "ELEMENTS/S");
        long falseNegatives = 0;
        try (Session session = connection.open()) {
            for (Client client : connection.clients()) {
                DemoRun run = run(session, client, wanted);
                if (client == connection.clients().get(0)) {
                    describe(run, out);
                }
                table.row(row(client, run));
                falseNegatives += run.falseNegatives();
            }
        }
        table.print(out);
        if (falseNegatives > 0) {
            throw new CommandFailure(
                    Figures.count(falseNegatives) + " words that had been added were called new: this must not happen",
                    null);
        }
        return 0;
    }

    private DemoRun run(Session session, Client client, FilterSpec wanted) {
        try (Connection connected = session.connect(client)) {
            BloomFilter<byte[]> filter = connected.filters().open(wanted, FilterChoice.FUNNEL);
            try (Progress progress = Progress.ofElements(program.console(), client.toString(), count)) {
                DemoRun run = new DemoRun(filter, seed);
                run.run(count, progress);
                return run;
            } finally {
                filter.delete();
            }
        }
    }

    private void describe(DemoRun run, LineOutput out) {
        FilterDescription filter = run.filter();
        out.line(Figures.count(count) + " words, " + Figures.count(run.distinct())
                + " of them distinct, through filters of " + Figures.memory(filter.memoryBytes()) + " with "
                + filter.geometry().hashes() + " hashes");
    }

    private static String[] row(Client client, DemoRun run) {
        double falseRate = (double) run.falsePositives() / run.distinct();
        return new String[] {
            client.toString(),
            Figures.count(run.unique()),
            Figures.count(run.words() - run.unique()),
            Figures.count(run.falsePositives()) + " (" + Figures.percent(falseRate) + ")",
            Figures.perSecond(run.words(), run.nanoseconds())
        };
    }
}
