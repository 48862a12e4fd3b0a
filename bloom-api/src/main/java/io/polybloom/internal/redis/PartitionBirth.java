package io.polybloom.internal.redis;

import io.polybloom.internal.model.Layer;
import io.polybloom.internal.model.Partition;
import io.polybloom.spi.Command;
import io.polybloom.step.Step;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Brings the partitions of a layer to life in two rounds, between which the caller makes sure that they are still
 * wanted. The first makes each under another name and for a short time; the second gives it its name, if there is none
 * of that name, and makes it permanent. A command of either round that arrives when its caller has long given up cannot
 * make a partition by itself: so nobody finds an empty partition in place of one that was lost or removed.
 */
public final class PartitionBirth {

    /** How long what nobody completes stays. */
    public static final long LIFE_MILLIS = 600_000;

    private final List<Layer> layers;
    private final Set<Partition> unborn = new HashSet<>();

    /** Prepares the birth of all partitions of some layers. */
    public PartitionBirth(List<Layer> layers) {
        this.layers = List.copyOf(layers);
    }

    /** The first round: makes the partitions, and looks which of them live already. */
    public Step<Void> conceive() {
        return PartitionSweep.sweep(partitions(), partition -> {
                    byte[] key = partition.unbornKey();
                    return List.of(
                            // The first command on the key: Redis reserves twice the length of a string that grows.
                            Commands.createPartition(key, partition.bits()),
                            Commands.expireAfter(key, LIFE_MILLIS),
                            Commands.trailer(partition));
                })
                .then(notAlive -> {
                    unborn.addAll(notAlive);
                    return new Step.Done<>(null);
                });
    }

    /**
     * The second round.
     *
     * @param expireAt when the filter expires
     * @return the partitions that are not alive all the same
     */
    public Step<List<Partition>> bear(Optional<Instant> expireAt) {
        return PartitionSweep.sweep(partitions(), partition -> {
            byte[] key = partition.key();
            List<Command> commands = new ArrayList<>();
            if (unborn.contains(partition)) {
                commands.add(Commands.rename(partition.unbornKey(), key));
            }
            // Also behind the rename: it leaves the key where another client was faster.
            commands.add(Commands.unlink(partition.unbornKey()));
            commands.add(PartitionSweep.settle(partition, expireAt));
            commands.add(Commands.trailer(partition));
            return commands;
        });
    }

    /** Gives up after the first round; others may have completed the layer. */
    public Step<Void> abandon() {
        return PartitionSweep.sweep(partitions(), partition -> List.of(Commands.unlink(partition.unbornKey())))
                .then(removed -> new Step.Done<>(null));
    }

    private Stream<Partition> partitions() {
        return layers.stream().flatMap(Layer::partitions);
    }
}
