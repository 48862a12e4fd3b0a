package io.polybloom.internal.redis;

import io.polybloom.internal.model.Guard;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.model.Lifetime;
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

/** Gives partitions the lifetime of their filter, or reads it from them. */
public final class PartitionLifetime {

    private PartitionLifetime() {}

    /**
     * Lets all partitions of some layers live as long as their filter; the value holds the partitions that are not
     * alive. Those that are not there may have moved on: they are followed on their way.
     *
     * @param lifetime that of the filter
     */
    public static Step<List<Partition>> apply(Collection<Layer> layers, Lifetime lifetime) {
        return applyTo(PartitionSweep.all(layers).toList(), lifetime);
    }

    /** Does so for some partitions, wherever they are; the value holds those that are not alive. */
    public static Step<List<Partition>> applyTo(Collection<Partition> partitions, Lifetime lifetime) {
        return sweep(List.copyOf(partitions), lifetime).then(missing -> follow(missing, 1, lifetime));
    }

    private static Step<List<Partition>> follow(List<Partition> missing, int place, Lifetime lifetime) {
        if (missing.isEmpty() || place == missing.get(0).trail().size()) {
            return Step.done(missing);
        }
        Map<Integer, Partition> starts = new HashMap<>();
        missing.forEach(partition -> starts.put(partition.number(), partition));
        List<Partition> there =
                missing.stream().map(partition -> partition.trail().get(place)).toList();
        return sweep(there, lifetime)
                .then(still -> follow(
                        still.stream()
                                .map(partition -> Objects.requireNonNull(starts.get(partition.number())))
                                .toList(),
                        place + 1,
                        lifetime));
    }

    /** Does so where partitions do not move. */
    public static Step<List<Partition>> sweep(List<Partition> partitions, Lifetime lifetime) {
        return PartitionSweep.sweep(partitions.stream(), partition -> {
            List<Command> commands = new ArrayList<>(commands(partition, lifetime));
            commands.addAll(PartitionSweep.signOfLife(partition));
            return commands;
        });
    }

    /** The partition itself comes last; an end of its own is never removed. */
    private static List<Command> commands(Partition partition, Lifetime lifetime) {
        Lifetime lives = partition.layer().lifetime(lifetime);
        return partition.keys().stream().map(key -> Commands.live(key, lives)).toList();
    }

    /**
     * Reads how long a filter lives, if only its keys tell, by the clock of their server. A partition without bits may
     * have no key: then only the record that vouches for it tells.
     *
     * @param partition a partition of the filter
     * @param existed whether the partition is known to have been there
     * @param gone makes the exception for a filter that has expired or was deleted
     */
    public static Step<Lifetime> ofKey(
            Partition partition, boolean existed, Supplier<? extends RuntimeException> gone) {
        return ofKey(partition.key(), commands -> partition.batch(commands), () -> {
            if (existed) {
                throw gone.get();
            }
            Optional<Guard> guard = partition.layer().storage().guard(partition.layer());
            return guard.isEmpty()
                    ? Step.done(Lifetime.FOR_EVER)
                    : ofKey(guard.get().key(), guard.get()::batch, () -> {
                        throw gone.get();
                    });
        });
    }

    private static Step<Lifetime> ofKey(
            byte[] key, Function<Command[], Batch> batches, Supplier<Step<Lifetime>> otherwise) {
        Command timeToLive = Commands.timeToLive(key);
        Command time = Commands.time(key);
        return Step.send(batches.apply(new Command[] {timeToLive, time}), replies -> {
            long left = Answers.integer(timeToLive, replies.get(0));
            if (left == Commands.NO_SUCH_KEY) {
                return otherwise.get();
            }
            long now = Answers.millis(time, replies.get(1));
            // A key with 0 ms left is about to expire: without one it would stay for ever.
            return Step.done(
                    left == Commands.NO_EXPIRY ? Lifetime.FOR_EVER : Lifetime.until(Instant.ofEpochMilli(now + left)));
        });
    }
}
