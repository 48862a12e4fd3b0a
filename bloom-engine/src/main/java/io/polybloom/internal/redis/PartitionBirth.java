package io.polybloom.internal.redis;

import io.polybloom.FilterWindow;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.model.Partition;
import io.polybloom.spi.Command;
import io.polybloom.step.Step;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Brings the partitions of a layer to life. */
public class PartitionBirth implements KeyBirth<Partition> {

    /**
     * The time for which keys stay that no client completes: far longer than a birth takes, and short enough that an
     * opener that dies leaves nothing for long.
     */
    public static final long LIFE_MILLIS = 600_000;

    private final List<Layer> layers;

    /** For each partition, the makers whose keys were not there any more in the second round. */
    private final Map<Partition, Set<String>> gone = new HashMap<>();

    /** Prepares the birth of all partitions of some layers. */
    public PartitionBirth(List<Layer> layers) {
        this.layers = List.copyOf(layers);
    }

    @Override
    public boolean makes() {
        return !layers.isEmpty();
    }

    @Override
    public long bits() {
        return partitions().mapToLong(Partition::bits).sum();
    }

    /**
     * Runs the first round: makes the partitions.
     *
     * @param maker a name that no other round and no other client has; {@link Layer#ONLY_MAKER} if there is none
     */
    @Override
    public Step<Void> conceive(String maker) {
        return PartitionSweep.sweepMemory(partitions(), partition -> {
                    List<byte[]> keys = partition.unbornKeys(maker);
                    List<Command> commands = new ArrayList<>();
                    if (partition.layer().isOfServer()) {
                        commands.add(ModuleCommands.reserve(keys.get(0), partition));
                        commands.add(Commands.expireAfter(keys.get(0), lifeMillis(partition)));
                    }
                    byte[] key = keys.get(keys.size() - 1);
                    // The first command on the key: Redis reserves twice the length of a string that grows.
                    commands.add(Commands.createPartition(key, partition.bits()));
                    commands.add(Commands.expireAfter(key, lifeMillis(partition)));
                    return commands;
                })
                .asVoid();
    }

    /** What is missing in a window was given its name, or lost: it does not expire before its slice is forgotten. */
    private static long lifeMillis(Partition partition) {
        return partition
                .layer()
                .filter()
                .window()
                .map(window -> Math.max(LIFE_MILLIS, lifeOfASlice(window)))
                .orElse(LIFE_MILLIS);
    }

    /** Returns how long a partition of a window lives that is prepared up to the present slice, in milliseconds. */
    static long lifeOfASlice(FilterWindow window) {
        return (window.slices() + 2) * window.sliceMillis();
    }

    /**
     * Gives the partitions their expiry when the reply shows that all of them are alive: in the place of one that is
     * not, there may be an empty string that a failover has left, and that stands in the way until it expires.
     */
    @Override
    public Step<List<Partition>> bear(Optional<Instant> expireAt, List<String> made, List<String> makers) {
        return PartitionSweep.sweep(
                        partitions(),
                        partition -> {
                            List<Command> commands = new ArrayList<>();
                            for (String maker : made) {
                                List<byte[]> unborn = partition.unbornKeys(maker);
                                // The trailer last: a partition that is alive has its filter.
                                for (int i = 0; i < unborn.size(); i++) {
                                    commands.add(Commands.rename(
                                            unborn.get(i), partition.keys().get(i)));
                                }
                            }
                            // Also after the rename: it leaves the key where another client was faster.
                            commands.add(unlinkUnborn(partition, makers));
                            commands.addAll(PartitionSweep.signOfLife(partition));
                            return commands;
                        },
                        (partition, replies) -> {
                            int keys = partition.keys().size();
                            for (int i = 0; i < made.size(); i++) {
                                if (Answers.saysNoSuchKey(replies.get(i * keys))) {
                                    gone.computeIfAbsent(partition, first -> new HashSet<>())
                                            .add(made.get(i));
                                }
                            }
                        })
                .then(dead -> expire(partitions(), dead, expireAt));
    }

    /** Returns the partitions that are not alive, before or after the others have got their expiry. */
    static Step<List<Partition>> expire(Stream<Partition> all, List<Partition> dead, Optional<Instant> expireAt) {
        return dead.isEmpty() ? PartitionExpiry.applyExpiryAndLook(all.toList(), expireAt) : Step.done(dead);
    }

    /**
     * Where the partitions expire with a slice, the keys of a maker live as long: so if they are gone, they were given
     * their names. Other partitions may have been left by a maker that has died, and are made anew.
     */
    @Override
    public boolean mayHaveBeenUsed(List<Partition> dead, Set<String> made) {
        return dead.stream()
                .filter(partition -> partition.layer().hasOwnExpiry())
                .anyMatch(partition -> gone.getOrDefault(partition, Set.of()).containsAll(made));
    }

    @Override
    public Step<Void> abandon(String maker) {
        return PartitionSweep.sweepMemory(partitions(), partition -> List.of(unlinkUnborn(partition, List.of(maker))))
                .asVoid();
    }

    private static Command unlinkUnborn(Partition partition, List<String> makers) {
        return PartitionRemoval.unlinkAll(makers.stream()
                .flatMap(maker -> partition.unbornKeys(maker).stream())
                .toList());
    }

    private Stream<Partition> partitions() {
        return layers.stream().flatMap(Layer::partitions);
    }
}
