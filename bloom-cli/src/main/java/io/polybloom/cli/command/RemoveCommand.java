package io.polybloom.cli.command;

import io.polybloom.ElementOutcome;
import io.polybloom.PartialBulkException;
import io.polybloom.RemovableBloomFilter;
import io.polybloom.cli.console.CommandFailure;
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
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParentCommand;

/** Removes lines from a filter that counts them. */
@Command(
        name = "remove",
        description = {
            "Remove lines from a filter of the layout counting-v1.",
            "Each line must have been added. A line that is absent is skipped, also if an earlier line has removed it."
                    + " A line that is called present by mistake, at the false-positive rate of the filter, is removed"
                    + " all the same, and other lines may then be called absent."
        })
public final class RemoveCommand implements Callable<Integer> {

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

    private long removed;
    private long absent;

    @Override
    public Integer call() {
        connection.requireLasting();
        FilterChoice choice = filter.choose(connection.servers(), elements.format());
        LineElements made = elements.of(program.console());
        try (Session session = connection.open();
                Connection client = session.connect(connection.client())) {
            RemovableBloomFilter<byte[]> opened = choice.openToRemove(client.filters());
            try {
                return input.forEachBatch(
                        program.console(), "remove", false, made, (batch, removing) -> remove(opened, removing));
            } finally {
                summarize(choice.name());
            }
        }
    }

    private void summarize(String name) {
        program.summarize(
                Figures.quantity(removed + absent, "line") + ": " + Figures.count(removed) + " removed, "
                        + Figures.count(absent) + " not in the filter",
                Json.of("remove")
                        .with("name", name)
                        .with("lines", removed + absent)
                        .with("removed", removed)
                        .with("absent", absent));
    }

    /**
     * Looks each line up before each removal, since removing a line that is not in the filter could remove others. So
     * the repetitions of a line wait until its earlier removal has been done, and are dropped once it is absent.
     */
    private void remove(RemovableBloomFilter<byte[]> opened, List<byte[]> batch) {
        Map<ByteBuffer, Integer> left = new LinkedHashMap<>();
        batch.forEach(line -> left.merge(ByteBuffer.wrap(line), 1, Integer::sum));
        while (!left.isEmpty()) {
            dropAbsent(opened, left);
            removeOnce(opened, left.keySet().stream().map(ByteBuffer::array).toList());
            left.values().removeIf(times -> times == 1);
            left.replaceAll((line, times) -> times - 1);
        }
    }

    private void dropAbsent(RemovableBloomFilter<byte[]> opened, Map<ByteBuffer, Integer> left) {
        boolean[] isPresent = opened.mightContainAll(
                left.keySet().stream().map(ByteBuffer::array).toList());
        Iterator<Integer> times = left.values().iterator();
        for (boolean stays : isPresent) {
            int dropped = times.next();
            if (!stays) {
                absent += dropped;
                times.remove();
            }
        }
    }

    private void removeOnce(RemovableBloomFilter<byte[]> opened, List<byte[]> present) {
        try {
            for (boolean wasThere : opened.removeAll(present)) {
                removed += wasThere ? 1 : 0;
                absent += wasThere ? 0 : 1;
            }
        } catch (PartialBulkException partial) {
            removed += Collections.frequency(partial.outcomes(), ElementOutcome.PRESENT);
            absent += Collections.frequency(partial.outcomes(), ElementOutcome.NEW);
            int unknown = Collections.frequency(partial.outcomes(), ElementOutcome.UNKNOWN);
            throw new CommandFailure(
                    Figures.quantity(unknown, "line") + " may or may not have been removed: "
                            + partial.getCause().getMessage(),
                    partial);
        }
    }
}
