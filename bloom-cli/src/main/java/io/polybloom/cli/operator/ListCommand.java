package io.polybloom.cli.operator;

import io.polybloom.BloomFilters;
import io.polybloom.FilterDescription;
import io.polybloom.ForeignDataException;
import io.polybloom.UnsupportedFilterException;
import io.polybloom.cli.command.Program;
import io.polybloom.cli.lines.LineOutput;
import io.polybloom.cli.option.ConnectionOptions;
import io.polybloom.cli.output.Figures;
import io.polybloom.cli.output.FilterJson;
import io.polybloom.cli.output.Json;
import io.polybloom.cli.output.Table;
import io.polybloom.cli.server.Connection;
import io.polybloom.cli.server.FilterKeys;
import io.polybloom.cli.server.Primaries;
import io.polybloom.cli.server.Session;
import io.polybloom.layout.Geometry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParentCommand;

/** Lists the filters of a server. */
@Command(
        name = "list",
        description = {
            "List the filters of a server, of all servers that --redis names, or of a whole cluster.",
            "The command uses SCAN, which takes about a second for a few million keys and does not block the server."
                    + " Filters of other systems are not listed, since their keys look like any other keys."
        })
public final class ListCommand implements Callable<Integer> {

    @ParentCommand
    Program program;

    @Mixin
    ConnectionOptions connection;

    @Override
    public Integer call() {
        connection.requireLasting();
        List<Listed> filters = new ArrayList<>();
        try (Session session = connection.openToRead();
                Connection client = session.connect(connection.client())) {
            Found found = Found.on(session);
            for (String name : found.names) {
                listed(client.filters(), name).ifPresent(filters::add);
            }
            if (filters.stream().anyMatch(found::lacks)) {
                // What was made while the keys were listed was there before they are listed again.
                Found again = Found.on(session);
                filters.replaceAll(filter -> again.lacks(filter) ? lost(client.filters(), filter) : filter);
            }
        }
        print(filters);
        return 0;
    }

    /**
     * A filter that was found.
     *
     * @param description its parameters, if they can be read
     * @param state whether it can be used, and if not, why
     */
    private record Listed(String name, Optional<FilterDescription> description, String state) {

        Json json() {
            return description
                    .map(FilterJson::parameters)
                    .orElseGet(() -> new Json().with("name", name))
                    .with("state", state);
        }

        String[] row() {
            return description
                    .map(filter -> new String[] {
                        name,
                        filter.layout(),
                        Figures.count(filter.capacity()),
                        Figures.rate(filter.falsePositiveRate()),
                        filter.overCapacity().name().toLowerCase(Locale.ROOT),
                        Figures.memory(filter.memoryBytes()),
                        filter.expireAt().map(Instant::toString).orElse("never"),
                        state
                    })
                    .orElseGet(() -> new String[] {name, "", "", "", "", "", "", state});
        }
    }

    /** The keys of filters on all servers. */
    private static final class Found {

        private final SortedSet<String> names = new TreeSet<>();

        /** The numbers of the partitions of each layer of each filter, by the filter's name and the layer. */
        private final Map<Map.Entry<String, String>, BitSet> partitions = new HashMap<>();

        static Found on(Session session) {
            Found found = new Found();
            try (Primaries primaries = session.primaries()) {
                primaries.keys(FilterKeys.ALL, found::add);
            }
            return found;
        }

        private void add(String key) {
            FilterKeys.name(key).ifPresent(names::add);
            FilterKeys.bits(key)
                    .ifPresent(bits -> partitions
                            .computeIfAbsent(Map.entry(bits.filter(), bits.layer()), layer -> new BitSet())
                            .set(bits.number()));
        }

        /** Returns whether a partition of a filter is missing. The slices of a window come and go. */
        boolean lacks(Listed listed) {
            return listed.description()
                    .filter(filter -> filter.ready() && filter.window().isEmpty())
                    .filter(this::lacks)
                    .isPresent();
        }

        private boolean lacks(FilterDescription filter) {
            List<Geometry> layers = filter.layers();
            List<String> ids = filter.layerIds();
            for (int i = 0; i < layers.size(); i++) {
                BitSet there = partitions.get(Map.entry(filter.name(), ids.get(i)));
                if (there == null || there.nextClearBit(0) < layers.get(i).partitions()) {
                    return true;
                }
            }
            return false;
        }
    }

    /** A filter that was cleared, rebuilt or deleted meanwhile has lost nothing. */
    private static Listed lost(BloomFilters filters, Listed before) {
        Optional<FilterDescription> now =
                listed(filters, before.name()).flatMap(Listed::description).filter(FilterDescription::ready);
        boolean isSame = now.map(FilterDescription::generation)
                .equals(before.description().map(FilterDescription::generation));
        return isSame ? new Listed(before.name(), before.description(), "data lost") : before;
    }

    /** A filter may be gone again, and a hash of another program may look like a register. */
    private static Optional<Listed> listed(BloomFilters filters, String name) {
        try {
            return filters.describe(name).map(filter -> new Listed(name, Optional.of(filter), state(filter)));
        } catch (UnsupportedFilterException later) {
            return Optional.of(new Listed(name, Optional.empty(), "needs a later release"));
        } catch (ForeignDataException | IllegalArgumentException ofAnotherProgram) {
            return Optional.empty();
        }
    }

    private static String state(FilterDescription filter) {
        String whileReady = filter.rebuild().isPresent() ? "being rebuilt" : "ready";
        return filter.ready() ? whileReady : "unfinished";
    }

    private void print(List<Listed> filters) {
        LineOutput out = new LineOutput(program.console().out());
        if (program.printsJson()) {
            out.line(Json.of("list")
                    .withObjects("filters", filters.stream().map(Listed::json).toList())
                    .toString());
            out.flush();
            return;
        }
        Table table = new Table(2);
        table.row("NAME", "LAYOUT", "CAPACITY", "FP RATE", "OVER CAPACITY", "MEMORY", "EXPIRES", "STATE");
        filters.forEach(filter -> table.row(filter.row()));
        table.print(out);
    }
}
