package io.polybloom.cli.command;

import io.polybloom.FilterDescription;
import io.polybloom.FilterStats;
import io.polybloom.FilterWindow;
import io.polybloom.LayerStats;
import io.polybloom.OverCapacity;
import io.polybloom.cli.lines.LineOutput;
import io.polybloom.cli.option.FilterChoice;
import io.polybloom.cli.option.NamedFilter;
import io.polybloom.cli.output.Figures;
import io.polybloom.cli.output.FilterJson;
import io.polybloom.cli.output.Json;
import io.polybloom.cli.output.Table;
import io.polybloom.cli.server.Connection;
import io.polybloom.cli.server.Session;
import io.polybloom.layout.Geometry;
import io.polybloom.layout.Layouts;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParentCommand;

/** Measures a filter and prints its parameters and figures. */
@Command(name = "info", description = "Show the parameters of a filter and how full it is.")
public final class InfoCommand implements Callable<Integer> {

    @ParentCommand
    Program program;

    @Mixin
    NamedFilter filter;

    @Override
    public Integer call() {
        FilterChoice choice = filter.choose();
        LineOutput out = new LineOutput(program.console().out());
        try (Session session = filter.connection().openToRead();
                Connection client = session.connect(filter.connection().client())) {
            if (choice.spec().isEmpty()) {
                Optional<FilterDescription> stored = client.filters().describe(choice.name());
                if (stored.isEmpty()) {
                    return recognise(client, choice, out);
                }
                if (!stored.get().ready()) {
                    printHalfMade(stored.get(), out);
                    return 0;
                }
            }
            print(choice.openExisting(client.filters()).stats(), out);
            return 0;
        }
    }

    /** It is not measured, since that would complete it. */
    private void printHalfMade(FilterDescription filter, LineOutput out) {
        if (program.printsJson()) {
            out.line(FilterJson.unfinished(filter).toString());
            out.flush();
            return;
        }
        Table table = new Table(2);
        parameters(filter, table);
        table.row("state", "unfinished: not all partitions exist yet");
        table.print(out);
    }

    private void print(FilterStats stats, LineOutput out) {
        if (program.printsJson()) {
            out.line(FilterJson.info(stats).toString());
            out.flush();
            return;
        }
        table(stats).print(out);
        Optional<FilterWindow> window = stats.description().window();
        if (window.isPresent() && !stats.slices().isEmpty()) {
            out.line("");
            slices(stats).print(out);
        } else if (window.isEmpty() && stats.layers().size() > 1) {
            out.line("");
            layers(stats).print(out);
        }
    }

    private int recognise(Connection client, FilterChoice choice, LineOutput out) {
        List<String> findings = new Recognition(client.filters(), choice.name()).findings();
        if (findings.isEmpty()) {
            throw choice.absent("", null);
        }
        if (program.printsJson()) {
            out.line(Json.of("info")
                    .with("name", choice.name())
                    .withTexts("findings", findings)
                    .toString());
            out.flush();
            return 0;
        }
        out.line("there is no native filter '" + choice.name() + "', but under this name there is");
        for (String finding : findings) {
            out.line("  " + finding);
        }
        out.flush();
        return 0;
    }

    private static Table table(FilterStats stats) {
        FilterDescription filter = stats.description();
        long totalBits = stats.layers().stream()
                .map(LayerStats::geometry)
                .mapToLong(Geometry::totalBits)
                .sum();
        int counterBits = Layouts.get(filter.layout()).counterBits();
        String cells = counterBits > 1 ? "counters" : "bits";
        boolean sampled = stats.sampledBits() < totalBits / counterBits;
        Table table = new Table(2);
        parameters(filter, table);
        table.row("memory", Figures.memory(stats.memoryBytes()));
        table.row(
                "fill",
                Figures.percent(stats.fillRatio())
                        + (sampled ? " of " + Figures.count(stats.sampledBits()) + " sampled " + cells : ""));
        table.row(
                "estimated count",
                Figures.count(stats.estimatedCount()) + " elements"
                        + (isPastCapacity(stats) ? " (over capacity)" : "")
                        + (filter.window().isPresent() ? ", counted once in each slice" : ""));
        table.row("current false-positive rate", Figures.rate(stats.currentFalsePositiveRate()));
        if (filter.overCapacity() != OverCapacity.DEGRADE) {
            table.row("state", state(stats));
        }
        table.row("expires", filter.expireAt().map(Instant::toString).orElse("never"));
        return table;
    }

    private static void parameters(FilterDescription filter, Table table) {
        long partitionBits = filter.geometry().partitionBits();
        table.row("name", filter.name());
        table.row("layout", filter.layout());
        filter.hash().ifPresent(hash -> table.row("hash", hash.id() + (hash.isKeyed() ? ", with a secret key" : "")));
        if (!filter.generation().isEmpty()) {
            table.row("generation", filter.generation());
            table.row("origin", filter.origin());
        }
        table.row(
                "capacity",
                Figures.count(filter.capacity()) + " elements"
                        + filter.window()
                                .map(window -> " in " + Figures.duration(window.span()))
                                .orElse(""));
        filter.window().ifPresent(window -> table.row("window", words(window)));
        table.row("false-positive rate", Figures.rate(filter.falsePositiveRate()));
        table.row("over capacity", filter.overCapacity().name().toLowerCase(Locale.ROOT));
        table.row("hashes", Integer.toString(filter.geometry().hashes()));
        table.row("partitions", filter.geometry().partitions() + " of " + Figures.count(partitionBits) + " bits");
        if (!filter.elementFormat().isEmpty()) {
            table.row("element format", filter.elementFormat());
        }
        table.row("servers", Integer.toString(filter.servers()));
    }

    /**
     * A filter that grows is never past its capacity: it opens layers for its elements. One that forgets counts an
     * element in each slice, over a longer time than that of its capacity.
     */
    private static boolean isPastCapacity(FilterStats stats) {
        FilterDescription filter = stats.description();
        return stats.isOverCapacity()
                && filter.overCapacity() != OverCapacity.GROW
                && filter.window().isEmpty();
    }

    private static String words(FilterWindow window) {
        return Figures.duration(window.span()) + " in " + Figures.quantity(window.slices(), "slice") + " of "
                + Figures.duration(Duration.ofMillis(window.sliceMillis()));
    }

    private static String state(FilterStats stats) {
        if (stats.description().overCapacity() == OverCapacity.GROW) {
            return Figures.quantity(stats.layers().size(), "layer");
        }
        return stats.layers().get(0).sealed() ? "sealed: new elements are refused" : "open";
    }

    /** The times are those of the server's clock. */
    private static Table slices(FilterStats stats) {
        Table table = new Table(6);
        table.row("SLICE", "BEGINS", "WRITTEN UNTIL", "FORGOTTEN AT", "ESTIMATE", "FILL");
        for (FilterStats.Slice slice : stats.slices()) {
            table.row(
                    Long.toString(slice.number()),
                    slice.begin().toString(),
                    slice.end().toString(),
                    slice.forgottenAt().toString(),
                    Figures.count(slice.measured().estimatedCount()),
                    Figures.percent(slice.measured().fillRatio()));
        }
        return table;
    }

    private static Table layers(FilterStats stats) {
        Table table = new Table(1);
        table.row("LAYER", "CAPACITY", "ESTIMATE", "HASHES", "PARTITIONS", "BITS", "FILL", "FP RATE", "STATE");
        int number = 0;
        for (LayerStats layer : stats.layers()) {
            table.row(
                    Integer.toString(number++),
                    Figures.count(layer.capacity()),
                    Figures.count(layer.estimatedCount()),
                    Integer.toString(layer.geometry().hashes()),
                    Figures.count(layer.geometry().partitions()),
                    Figures.count(layer.geometry().totalBits()),
                    Figures.percent(layer.fillRatio()),
                    Figures.rate(layer.currentFalsePositiveRate()),
                    layer.sealed() ? "sealed" : "open");
        }
        return table;
    }
}
