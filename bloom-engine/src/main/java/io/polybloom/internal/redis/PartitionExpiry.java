package io.polybloom.internal.redis;

import io.polybloom.internal.model.Layer;
import io.polybloom.internal.model.Partition;
import io.polybloom.spi.Command;
import io.polybloom.step.Step;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Sets or removes the expiry of many partitions, and of the hashes that say that they expire. */
public final class PartitionExpiry {

    private static final String EXPIRY_FIELD = "at";

    /** The milliseconds by which the hash that says that a partition expires outlives the partition. */
    private static final long LONGER_THAN_THE_PARTITION = 1_000;

    private PartitionExpiry() {}

    /**
     * Sweeps the partitions. Those that are not there may have moved on, in a filter with a window: they are followed
     * on their way.
     */
    private static Step<List<Partition>> sweepAndFollow(
            Collection<Layer> layers, Function<List<Partition>, Step<List<Partition>>> sweep) {
        return sweep.apply(PartitionSweep.all(layers).toList()).then(missing -> follow(missing, 1, sweep));
    }

    private static Step<List<Partition>> follow(
            List<Partition> missing, int place, Function<List<Partition>, Step<List<Partition>>> sweep) {
        if (missing.isEmpty() || place == missing.get(0).trail().size()) {
            return Step.done(missing);
        }
        Map<Integer, Partition> starts = new HashMap<>();
        missing.forEach(partition -> starts.put(partition.number(), partition));
        return sweep.apply(missing.stream()
                        .map(partition -> partition.trail().get(place))
                        .toList())
                .then(still -> follow(
                        still.stream()
                                .map(partition -> Objects.requireNonNull(starts.get(partition.number())))
                                .toList(),
                        place + 1,
                        sweep));
    }

    /**
     * Removes or sets the expiry of all partitions of layers that are made, and of the hashes beside them; the value
     * holds the partitions that are not alive. Without an expiry, what a write has made again there would stay for
     * ever, so it is removed.
     *
     * @param ids draws the names of the marks by which a removal finds its server again
     */
    public static Step<List<Partition>> applyExpiry(
            Collection<Layer> layers, Optional<Instant> expireAt, Supplier<String> ids) {
        return expireAt.isPresent()
                ? sweepAndFollow(layers, partitions -> expire(partitions, expireAt.get()))
                : sweepAndFollow(layers, PartitionExpiry::keepForever).then(dead -> withoutRecreated(dead, ids));
    }

    /**
     * Does as {@link #applyExpiry} with layers that another client may be making. A partition that is missing there is
     * about to get its name, which must stay free. A key of this name that is not alive is about to expire. So both are
     * left alone. A partition that turns out to be lost when its expiry is removed is not removed either: another
     * client may make it again before the removal takes effect.
     */
    public static Step<Void> applyExpiryIfMade(Collection<Layer> layers, Optional<Instant> expireAt) {
        return sweepAndFollow(layers, partitions -> applyExpiryIfMade(partitions, expireAt))
                .asVoid();
    }

    private static Step<List<Partition>> applyExpiryIfMade(List<Partition> partitions, Optional<Instant> expireAt) {
        return PartitionSweep.sweep(partitions.stream(), PartitionSweep::signOfLife)
                .then(missing -> {
                    Set<Partition> made = new LinkedHashSet<>(partitions);
                    missing.forEach(made::remove);
                    Step<List<Partition>> applied = expireAt.isPresent()
                            ? expire(List.copyOf(made), expireAt.get())
                            : keepForever(List.copyOf(made));
                    return applied.map(lost ->
                            Stream.concat(missing.stream(), lost.stream()).toList());
                });
    }

    /**
     * Sets the expiry of partitions and of their hashes. A full server accepts this, though it would not write the
     * hash.
     */
    private static Step<List<Partition>> expire(List<Partition> partitions, Instant expireAt) {
        return PartitionSweep.sweep(partitions.stream(), partition -> {
            List<Command> commands = new ArrayList<>(List.of(expireHash(partition, expireAt)));
            commands.addAll(applyExpiryAndLook(partition, Optional.of(expireAt)));
            return commands;
        });
    }

    /** Removes or sets the expiry of partitions, but not of their hashes. Partitions that move are not followed. */
    static Step<List<Partition>> applyExpiryAndLook(List<Partition> partitions, Optional<Instant> expireAt) {
        return PartitionSweep.sweep(partitions.stream(), partition -> applyExpiryAndLook(partition, expireAt));
    }

    private static List<Command> applyExpiryAndLook(Partition partition, Optional<Instant> expireAt) {
        List<Command> commands = new ArrayList<>(applyExpiry(partition, expireAt));
        commands.addAll(PartitionSweep.signOfLife(partition));
        return commands;
    }

    /**
     * Sets the expiry of all partitions of layers that are in use; the value holds the partitions that are not alive.
     * Each is first marked as one that expires, so that a client that does not know of the expiry does not exchange it.
     * A full server refuses the mark, but not the expiry: so this comes in a batch after the replies to all marks.
     */
    public static Step<List<Partition>> tellAndExpire(Collection<Layer> layers, Instant expireAt) {
        return sweepAndFollow(layers, partitions -> tellAndExpire(partitions, expireAt))
                .then(PartitionExpiry::withoutTheirHashes);
    }

    private static Step<List<Partition>> tellAndExpire(List<Partition> partitions, Instant expireAt) {
        return PartitionSweep.sweep(partitions.stream(), partition -> tell(partition, expireAt))
                .then(told -> applyExpiryAndLook(partitions, Optional.of(expireAt)));
    }

    /**
     * Does as {@link #tellAndExpire} with the expiry that the config has. The partitions must get it even where a full
     * server refuses the mark, or they would keep an earlier one: so the mark is in the same batch, and a refusal is
     * thrown only when all of them have had their turn.
     */
    public static Step<List<Partition>> tellOfStoredExpiry(Collection<Layer> layers, Instant expireAt) {
        return sweepAndFollow(layers, partitions -> tellOfStoredExpiry(partitions, expireAt))
                .then(PartitionExpiry::withoutTheirHashes);
    }

    private static Step<List<Partition>> tellOfStoredExpiry(List<Partition> partitions, Instant expireAt) {
        Function<Partition, List<Command>> commands = partition -> {
            List<Command> both = new ArrayList<>(tell(partition, expireAt));
            both.addAll(applyExpiryAndLook(partition, Optional.of(expireAt)));
            return both;
        };
        return PartitionSweep.integersUnless(
                        Answers::isRefused,
                        partitions.stream(),
                        commands,
                        partition -> PartitionSweep.MOST_IN_FLIGHT,
                        (partition, replies) -> {})
                .then(answers -> PartitionSweep.zero(answers).then(dead -> {
                    Stream<Partition> refused =
                            partitions.stream().filter(partition -> !answers.containsKey(partition));
                    // This throws the refusal, unless the server had only refused the look.
                    return PartitionSweep.sweep(refused, commands)
                            .map(others -> Stream.concat(dead.stream(), others.stream())
                                    .toList());
                }));
    }

    private static List<Command> tell(Partition partition, Instant expireAt) {
        Map<String, String> fields = Map.of(EXPIRY_FIELD, Long.toString(expireAt.toEpochMilli()));
        return List.of(Commands.writeHash(partition.expiryKey(), fields), expireHash(partition, expireAt));
    }

    private static Command expireHash(Partition partition, Instant expireAt) {
        return Commands.expireAt(partition.expiryKey(), expireAt.toEpochMilli() + LONGER_THAN_THE_PARTITION);
    }

    private static Step<List<Partition>> withoutTheirHashes(List<Partition> missing) {
        return PartitionSweep.sweep(missing.stream(), partition -> List.of(Commands.unlink(partition.expiryKey())))
                .map(unlinked -> missing);
    }

    /** Removes or sets the expiry of partitions that are in use, wherever they are; one that is missing stays so. */
    public static Step<Void> restore(
            Collection<Partition> partitions, Optional<Instant> expireAt, Supplier<String> ids) {
        List<Partition> all = List.copyOf(partitions);
        return expireAt.map(instant -> tellOfStoredExpiry(all, instant).then(PartitionExpiry::withoutTheirHashes))
                .orElseGet(() -> keepForever(all, ids))
                .asVoid();
    }

    private static Step<List<Partition>> keepForever(List<Partition> partitions, Supplier<String> ids) {
        return keepForever(partitions).then(dead -> withoutRecreated(dead, ids));
    }

    private static Step<List<Partition>> withoutRecreated(List<Partition> dead, Supplier<String> ids) {
        return PartitionRemoval.removeRecreated(dead, ids).map(removed -> dead);
    }

    private static Step<List<Partition>> keepForever(List<Partition> partitions) {
        return PartitionSweep.sweep(partitions.stream(), PartitionExpiry::keepForever);
    }

    private static List<Command> keepForever(Partition partition) {
        List<Command> commands = new ArrayList<>(applyExpiry(partition, Optional.empty()));
        commands.add(Commands.unlink(partition.expiryKey()));
        commands.addAll(PartitionSweep.signOfLife(partition));
        return commands;
    }

    /** Removes or sets the expiry of a key. */
    public static Command applyExpiry(byte[] key, Optional<Instant> expireAt) {
        return expireAt.map(instant -> Commands.expireAt(key, instant.toEpochMilli()))
                .orElseGet(() -> Commands.keepForever(key));
    }

    /**
     * Removes or sets the expiry of all keys of a partition, its own last; that of a slice is never removed.
     *
     * @param expireAt when the filter expires
     */
    static List<Command> applyExpiry(Partition partition, Optional<Instant> expireAt) {
        Optional<Instant> end = partition.layer().expiry(expireAt);
        return partition.keys().stream().map(key -> applyExpiry(key, end)).toList();
    }
}
