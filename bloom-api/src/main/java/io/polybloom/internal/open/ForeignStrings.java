package io.polybloom.internal.open;

import io.polybloom.FilterGoneException;
import io.polybloom.ParametersNeededException;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.redis.Answers;
import io.polybloom.internal.redis.Commands;
import io.polybloom.layout.BitBudget;
import io.polybloom.layout.ForeignLayout;
import io.polybloom.layout.ForeignLayout.Place;
import io.polybloom.layout.Geometry;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.step.Step;
import java.lang.System.Logger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Looks at the lengths of the strings in which another system keeps its bits. */
final class ForeignStrings {

    private static final Logger LOGGER = System.getLogger("io.polybloom");

    private ForeignStrings() {}

    /**
     * Warns of strings that are longer than the parameters allow: then these are not the parameters that wrote them.
     */
    static Step<Generation> warnOfLongOnes(Generation generation) {
        List<Partition> partitions = generation.newest().partitions().toList();
        return warnFrom(generation, partitions, 0);
    }

    private static Step<Generation> warnFrom(Generation generation, List<Partition> partitions, int index) {
        if (index == partitions.size()) {
            return new Step.Done<>(generation);
        }
        Partition partition = partitions.get(index);
        Command length = Commands.length(partition.key());
        return Step.send(partition.batch(length), replies -> {
            warnIfLong(partition, Answers.integer(length, replies.get(0)));
            return warnFrom(generation, partitions, index + 1);
        });
    }

    private static void warnIfLong(Partition partition, long bytes) {
        long allowed = (partition.bits() + 7) / 8;
        if (bytes > allowed) {
            LOGGER.log(
                    Logger.Level.WARNING,
                    "the key {0} has {1} bytes, more than the {2} that the parameters allow, so it was created with"
                            + " others, and its elements may be called absent: open it with those parameters",
                    partition.place().key(),
                    Long.toString(bytes),
                    Long.toString(allowed));
        }
    }

    /** Describes the key with the name of a filter whose parameters are not stored, on any of the servers. */
    static <R> Step<R> refuseWithoutParameters(String name, ForeignLayout layout, int servers) {
        int hashes = layout.fixedHashes().orElse(1);
        Geometry smallest = layout.geometry(new BitBudget(1, hashes), servers);
        List<Place> places = new ArrayList<>();
        for (int partition = 0; partition < smallest.partitions(); partition++) {
            places.add(layout.place(name, smallest, servers, partition));
        }
        return refuseFrom(name, layout, places, 0);
    }

    private static <R> Step<R> refuseFrom(String name, ForeignLayout layout, List<Place> places, int index) {
        if (index == places.size()) {
            throw new FilterGoneException(
                    name, "there is no key " + places.get(0).key());
        }
        Place place = places.get(index);
        Command length = Commands.length(place.key().getBytes(StandardCharsets.UTF_8));
        return Step.send(new Batch(place.server(), Batch.CONFIG_ORDERING_KEY, List.of(length)), replies -> {
            long bytes = Answers.integer(length, replies.get(0));
            if (bytes > 0) {
                throw new ParametersNeededException(layout.id(), place.key(), bytes);
            }
            return refuseFrom(name, layout, places, index + 1);
        });
    }
}
