package io.polybloom.internal.redis;

import io.polybloom.internal.model.Layer;
import io.polybloom.internal.model.Partition;
import io.polybloom.spi.Command;
import io.polybloom.step.Step;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Brings the partitions of a layer to life in two rounds. The first makes each under a name of its maker and for a
 * short time; the second gives it its name, if there is none of that name, and makes it permanent. Between the two, the
 * maker tells everybody that it has read all replies of the first round: so a key of the first round that the second
 * round has removed never appears again, and no command that arrives late makes a partition in place of one that was
 * lost.
 */
public class PartitionBirth {

    /**
     * The time for which keys stay that no client completes: far longer than a birth takes, and short enough that an
     * opener that dies leaves nothing for long.
     */
    public static final long LIFE_MILLIS = 600_000;

    private final List<Layer> layers;

    /** Prepares the birth of all partitions of some layers. */
    public PartitionBirth(List<Layer> layers) {
        this.layers = List.copyOf(layers);
    }

    /** Returns whether anything is made: then a client that does so needs a name. */
    public boolean makes() {
        return !layers.isEmpty();
    }

    /**
     * Runs the first round: makes the partitions.
     *
     * @param maker a name that no other round and no other client has; {@link Layer#ONLY_MAKER} if there is none
     */
    public Step<Void> conceive(String maker) {
        return PartitionSweep.sweepMemory(partitions(), partition -> {
                    List<byte[]> keys = partition.unbornKeys(maker);
                    List<Command> commands = new ArrayList<>();
                    if (partition.layer().module().isPresent()) {
                        commands.add(ModuleCommands.reserve(keys.get(0), partition));
                        commands.add(Commands.expireAfter(keys.get(0), LIFE_MILLIS));
                    }
                    byte[] key = keys.get(keys.size() - 1);
                    // The first command on the key: Redis reserves twice the length of a string that grows.
                    commands.add(Commands.createPartition(key, partition.bits()));
                    commands.add(Commands.expireAfter(key, LIFE_MILLIS));
                    return commands;
                })
                .then(evicted -> Step.done());
    }

    /**
     * Runs the second round.
     *
     * @param expireAt when the filter expires
     * @param made the clients that are known to have completed the first round
     * @param makers all clients that are known to have begun it
     * @return the partitions that are still not alive
     */
    public Step<List<Partition>> bear(Optional<Instant> expireAt, List<String> made, List<String> makers) {
        return PartitionSweep.sweep(partitions(), partition -> {
            List<Command> commands = new ArrayList<>();
            for (String maker : made) {
                List<byte[]> unborn = partition.unbornKeys(maker);
                // The trailer last: a partition that is alive has its filter.
                for (int i = 0; i < unborn.size(); i++) {
                    commands.add(Commands.rename(unborn.get(i), partition.keys().get(i)));
                }
            }
            // Also after the rename: it leaves the key where another client was faster.
            commands.add(unlinkUnborn(partition, makers));
            commands.addAll(PartitionSweep.settle(partition, expireAt));
            commands.addAll(PartitionSweep.signOfLife(partition));
            return commands;
        });
    }

    /** Gives up after the first round; others may have completed the layer. */
    public Step<Void> abandon(String maker) {
        return PartitionSweep.sweepMemory(partitions(), partition -> List.of(unlinkUnborn(partition, List.of(maker))))
                .then(removed -> Step.done());
    }

    private static Command unlinkUnborn(Partition partition, List<String> makers) {
        return PartitionSweep.unlinkAll(makers.stream()
                .flatMap(maker -> partition.unbornKeys(maker).stream())
                .toList());
    }

    private Stream<Partition> partitions() {
        return layers.stream().flatMap(Layer::partitions);
    }
}
