package io.polybloom.cli.command;

import io.polybloom.BloomFilter;
import io.polybloom.FilterDescription;
import io.polybloom.FilterSpec;
import io.polybloom.cli.console.CommandFailure;
import io.polybloom.cli.console.Progress;
import io.polybloom.cli.lines.LineFormat;
import io.polybloom.cli.lines.LineOutput;
import io.polybloom.cli.option.ConnectionOptions;
import io.polybloom.cli.option.FilterChoice;
import io.polybloom.cli.option.SizeOptions;
import io.polybloom.cli.output.Figures;
import io.polybloom.cli.output.Json;
import io.polybloom.cli.output.Table;
import io.polybloom.cli.server.Client;
import io.polybloom.cli.server.Connection;
import io.polybloom.cli.server.Session;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
        description = {"De-duplicate random words through each client.", "Every answer is compared with an exact set."})
public final class DemoCommand implements Callable<Integer> {

    @ParentCommand
    Program program;

    @Option(names = "--count", paramLabel = "N", description = "The number of words (default: 1000000).")
    Long count = 1_000_000L;

    @Option(names = "--seed", paramLabel = "SEED", description = "The seed of the random words (default: 1).")
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
        FilterSpec wanted =
                size.spec(name, LineFormat.UTF_8.toString(), spec.commandLine()).orElseThrow();
        if (wanted.window().isPresent()) {
            throw new ParameterException(
                    spec.commandLine(), "the demo counts each word once, however long it runs: leave out --window");
        }
        Map<Client, DemoRun> runs = new LinkedHashMap<>();
        try (Session session = connection.open()) {
            session.refuseNodesOfClusters();
            for (Client client : connection.clients()) {
                runs.put(client, run(session, client, wanted));
            }
        }
        print(runs, new LineOutput(program.console().out()));
        long falseNegatives =
                runs.values().stream().mapToLong(DemoRun::falseNegatives).sum();
        if (falseNegatives > 0) {
            throw new CommandFailure(
                    Figures.count(falseNegatives) + " words that had been added were called new, which is a defect:"
                            + " please report it",
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

    private void print(Map<Client, DemoRun> runs, LineOutput out) {
        DemoRun first = runs.values().iterator().next();
        FilterDescription filter = first.filter();
        if (program.printsJson()) {
            List<Json> clients = new ArrayList<>();
            runs.forEach((client, run) -> clients.add(json(client, run)));
            out.line(Json.of("demo")
                    .with("words", count)
                    .with("distinct", first.distinct())
                    .with("memoryBytes", filter.memoryBytes())
                    .with("hashes", filter.geometry().hashes())
                    .withObjects("clients", clients)
                    .toString());
            out.flush();
            return;
        }
        out.line(Figures.count(count) + " words, " + Figures.count(first.distinct())
                + " of them distinct, through filters of " + Figures.memory(filter.memoryBytes()) + " with "
                + filter.geometry().hashes() + " hashes");
        Table table = new Table(1);
        table.row("CLIENT", "UNIQUE", "DUPLICATES", "FALSE POSITIVES", "ELEMENTS/S");
        runs.forEach((client, run) -> table.row(row(client, run)));
        table.print(out);
    }

    private static String[] row(Client client, DemoRun run) {
        return new String[] {
            client.toString(),
            Figures.count(run.unique()),
            Figures.count(run.words() - run.unique()),
            Figures.count(run.falsePositives()) + " (" + Figures.percent(run.falsePositiveRate()) + ")",
            Figures.perSecond(run.words(), run.nanoseconds())
        };
    }

    private static Json json(Client client, DemoRun run) {
        return new Json()
                .with("client", client.toString())
                .with("unique", run.unique())
                .with("duplicates", run.words() - run.unique())
                .with("falsePositives", run.falsePositives())
                .with("falsePositiveRate", run.falsePositiveRate())
                .with("falseNegatives", run.falseNegatives())
                .with("seconds", run.nanoseconds() / 1e9);
    }
}
