package io.polybloom.cli;

import io.polybloom.FilterDescription;
import io.polybloom.FilterStats;
import io.polybloom.cli.lines.LineOutput;
import io.polybloom.cli.server.Connection;
import io.polybloom.cli.server.Session;
import java.time.Instant;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParentCommand;

/** Measures a filter and prints what it is. */
@Command(name = "info", description = "Show what a filter is and how full it is.")
final class InfoCommand implements Callable<Integer> {

    @ParentCommand
    BloomCommand parent;

    @Mixin
    FilterOptions filter;

    @Mixin
    ConnectionOptions connection;

    @Override
    public Integer call() {
        connection.requireLasting();
        FilterChoice choice = filter.choose(true);
        try (Session session = connection.open();
                Connection client = session.connect(connection.client())) {
            FilterStats stats = choice.openExisting(client.filters()).stats();
            table(stats).print(new LineOutput(parent.console().out()));
            return 0;
        }
    }

    private static Table table(FilterStats stats) {
        FilterDescription filter = stats.description();
        long partitionBits = filter.geometry().partitionBits();
        boolean sampled = stats.sampledBits() < filter.geometry().totalBits();
        Table table = new Table(2);
        table.row("name", filter.name());
        table.row("layout", filter.layout());
        table.row("generation", filter.generation());
        table.row("capacity", Figures.count(filter.capacity()) + " elements");
        table.row("error rate at capacity", Figures.rate(filter.falsePositiveRate()));
        table.row("over capacity", filter.overCapacity().name().toLowerCase(Locale.ROOT));
        table.row("hashes", Integer.toString(filter.geometry().hashes()));
        table.row("partitions", filter.geometry().partitions() + " of " + Figures.count(partitionBits) + " bits");
        table.row("servers", Integer.toString(filter.servers()));
        table.row("memory", Figures.memory(stats.memoryBytes()));
        table.row(
                "fill",
                Figures.percent(stats.fillRatio())
                        + (sampled ? " of " + Figures.count(stats.sampledBits()) + " sampled bits" : ""));
        table.row(
                "estimated count",
                Figures.count(stats.estimatedCount()) + " elements"
                        + (stats.isOverCapacity() ? " (over capacity)" : ""));
        table.row("current error rate", Figures.rate(stats.currentFalsePositiveRate()));
        table.row("expires", filter.expireAt().map(Instant::toString).orElse("never"));
        return table;
    }
}
