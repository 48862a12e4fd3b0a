package io.polybloom.internal.redis;

import io.polybloom.internal.model.Guard;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.model.Partition;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.step.Step;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** Sets, removes or reads the expiry of partitions. */
public final class PartitionExpiry {

    private PartitionExpiry() {}

    /**
     * Removes or sets the expiry of all partitions of some layers; the value holds the partitions that are not alive.
     * Those that are not there may have moved on: they are followed on their way.
     *
     * @param expireAt when the filter expires
     */
    public static Step<List<Partition>> applyExpiry(Collection<Layer> layers, Optional<Instant> expireAt) {
        return applyTo(PartitionSweep.all(layers).toList(), expireAt);
    }

    /** Removes or sets the expiry of some partitions, wherever they are; the value holds those that are not alive. */
    public static Step<List<Partition>> applyTo(Collection<Partition> partitions, Optional<Instant> expireAt) {
        return sweep(List.copyOf(partitions), expireAt).then(missing -> follow(missing, 1, expireAt));
    }

    private static Step<List<Partition>> follow(List<Partition> missing, int place, Optional<Instant> expireAt) {
        if (missing.isEmpty() || place == missing.get(0).trail().size()) {
            return Step.done(missing);
        }
        Map<Integer, Partition> starts = new HashMap<>();
        missing.forEach(partition -> starts.put(partition.number(), partition));
        List<Partition> there =
                missing.stream().map(partition -> partition.trail().get(place)).toList();
        return sweep(there, expireAt)
                .then(still -> follow(
                        still.stream()
                                .map(partition -> Objects.requireNonNull(starts.get(partition.number())))
                                .toList(),
                        place + 1,
                        expireAt));
    }

    /** Does so where partitions do not move. */
    public static Step<List<Partition>> sweep(List<Partition> partitions, Optional<Instant> expireAt) {
        return PartitionSweep.sweep(partitions.stream(), partition -> {
            List<Command> commands = new ArrayList<>(commands(partition, expireAt));
            commands.addAll(PartitionSweep.signOfLife(partition));
            return commands;
        });
    }

    /** The partition itself comes last; an expiry of its own is never removed. */
    private static List<Command> commands(Partition partition, Optional<Instant> expireAt) {
        Optional<Instant> end = partition.layer().expiry(expireAt);
        return partition.keys().stream().map(key -> applyExpiry(key, end)).toList();
    }

    /** Removes or sets the expiry of a key. */
    public static Command applyExpiry(byte[] key, Optional<Instant> expireAt) {
        return expireAt.map(instant -> Commands.expireAt(key, instant.toEpochMilli()))
                .orElseGet(() -> Commands.keepForever(key));
    }

    /**
     * Reads when a filter whose expiry is stored only at its keys expires, by the clock of their server. A partition
     * without bits may have no key: then only the record that vouches for it has the expiry.
     *
     * @param partition a partition of the filter
     * @param existed whether the partition is known to have been there
     * @param gone makes the exception for a filter that has expired or was deleted
     */
    public static Step<Optional<Instant>> ofKey(
            Partition partition, boolean existed, Supplier<? extends RuntimeException> gone) {
        return ofKey(partition.key(), commands -> partition.batch(commands), () -> {
            if (existed) {
                throw gone.get();
            }
            Optional<Guard> guard = partition.layer().storage().guard(partition.layer());
            return guard.isEmpty()
                    ? Step.done(Optional.empty())
                    : ofKey(guard.get().key(), guard.get()::batch, () -> {
                        throw gone.get();
                    });
        });
    }

    private static Step<Optional<Instant>> ofKey(
            byte[] key, Function<Command[], Batch> batches, Supplier<Step<Optional<Instant>>> otherwise) {
        Command timeToLive = Commands.timeToLive(key);
        Command time = Commands.time(key);
        return Step.send(batches.apply(new Command[] {timeToLive, time}), replies -> {
            long left = Answers.integer(timeToLive, replies.get(0));
            if (left == Commands.NO_SUCH_KEY) {
                return otherwise.get();
            }
            long now = Answers.millis(time, replies.get(1));
            // A key with 0 ms left is about to expire: without an expiry it would stay for ever.
            return Step.done(
                    left == Commands.NO_EXPIRY ? Optional.empty() : Optional.of(Instant.ofEpochMilli(now + left)));
        });
    }
}
