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
 * of that name, and makes it permanent. A command of either round that arrives long after its caller has given up
 * cannot make a partition by itself: so no client finds an empty partition in place of one that was lost or removed.
 */
public class PartitionBirth {

    /**
     * The time for which keys stay that no client completes: far longer than a birth takes, and short enough that an
     * opener that dies leaves nothing for long.
     */
    public static final long LIFE_MILLIS = 600_000;

    private final List<Layer> layers;
    private final Set<Partition> unborn = new HashSet<>();

    /** Prepares the birth of all partitions of some layers. */
    public PartitionBirth(List<Layer> layers) {
        this.layers = List.copyOf(layers);
    }

    /** Runs the first round: makes the partitions, and checks which of them are already alive. */
    public Step<Void> conceive() {
        return PartitionSweep.sweepMemory(partitions(), partition -> {
                    byte[] key = partition.unbornKey();
                    List<Command> commands = new ArrayList<>();
                    if (partition.layer().module().isPresent()) {
                        commands.add(ModuleCommands.reserve(partition.unbornFilterKey(), partition));
                        commands.add(Commands.expireAfter(partition.unbornFilterKey(), LIFE_MILLIS));
                    }
                    // The first command on the key: Redis reserves twice the length of a string that grows.
                    commands.add(Commands.createPartition(key, partition.bits()));
                    commands.add(Commands.expireAfter(key, LIFE_MILLIS));
                    commands.add(Commands.trailer(partition));
                    return commands;
                })
                .then(notAlive -> {
                    unborn.addAll(notAlive);
                    return Step.done();
                });
    }

    /**
     * Runs the second round.
     *
     * @param expireAt when the filter expires
     * @return the partitions that are still not alive
     */
    public Step<List<Partition>> bear(Optional<Instant> expireAt) {
        return PartitionSweep.sweep(partitions(), partition -> {
            List<Command> commands = new ArrayList<>();
            if (unborn.contains(partition)) {
                // The trailer last: a partition that is alive has its filter.
                for (int i = 0; i < partition.keys().size(); i++) {
                    commands.add(Commands.rename(
                            partition.unbornKeys().get(i), partition.keys().get(i)));
                }
            }
            // Also after the rename: it leaves the key where another client was faster.
            commands.add(PartitionSweep.unlinkAll(partition.unbornKeys()));
            commands.addAll(PartitionSweep.settle(partition, expireAt));
            commands.addAll(PartitionSweep.signOfLife(partition));
            return commands;
        });
    }

    /** Gives up after the first round; others may have completed the layer. */
    public Step<Void> abandon() {
        return PartitionSweep.sweepMemory(
                        partitions(), partition -> List.of(PartitionSweep.unlinkAll(partition.unbornKeys())))
                .then(removed -> Step.done());
    }

    private Stream<Partition> partitions() {
        return layers.stream().flatMap(Layer::partitions);
    }
}
