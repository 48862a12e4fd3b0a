package io.polybloom.internal.foreign;

import io.polybloom.internal.filter.OpenFilter;
import io.polybloom.internal.lifecycle.Lifecycle;
import io.polybloom.internal.model.Lifetime;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.redis.Commands;
import io.polybloom.internal.redis.PartitionSweep;
import io.polybloom.internal.redis.Steps;
import io.polybloom.spi.Command;
import io.polybloom.step.Step;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Empties, expires and removes a filter of another system. It has no generations: other clients see an emptied filter
 * as one to which nothing has been added.
 */
final class ForeignLifecycle extends Lifecycle {

    private final List<Partition> partitions;
    private final Optional<ForeignConfig> config;

    ForeignLifecycle(OpenFilter filter, Optional<ForeignConfig> config) {
        super(filter);
        this.partitions = filter.snapshot().generation().newest().partitions().toList();
        this.config = config;
    }

    /** Removes the bits and leaves the parameters; a filter that is to expire still does. */
    @Override
    public Step<Void> clear() {
        return PartitionSweep.integers(partitions.stream(), partition -> List.of(Commands.timeToLive(partition.key())))
                .then(millis -> sweep(partition -> clear(partition, millis.getOrDefault(partition, 0L))));
    }

    /** An empty string takes the place of a key that does not exist yet, since only a key has a lifetime. */
    @Override
    public Step<Void> live(Lifetime lifetime) {
        return lifetime.isLimited()
                ? sweep(partition -> List.of(
                                Commands.createEmpty(partition.key()), Commands.live(partition.key(), lifetime)))
                        .then(limited -> onConfig(key -> Commands.live(key, lifetime)))
                : onConfig(key -> Commands.live(key, lifetime))
                        .then(kept -> sweep(partition -> List.of(Commands.live(partition.key(), lifetime))));
    }

    /** The parameters are removed first, so that nobody takes the missing bits for an answer. */
    @Override
    public Step<Void> delete() {
        return onConfig(Commands::unlink).then(forgotten -> sweep(ForeignLifecycle::unlink));
    }

    private List<Command> clear(Partition partition, long millisLeft) {
        return millisLeft > 0
                ? List.of(
                        Commands.unlink(partition.key()),
                        Commands.createEmpty(partition.key()),
                        Commands.liveFor(partition.key(), millisLeft))
                : unlink(partition);
    }

    private static List<Command> unlink(Partition partition) {
        return List.of(Commands.unlink(partition.key()));
    }

    private Step<Void> sweep(Function<Partition, List<Command>> commands) {
        return PartitionSweep.sweep(partitions.stream(), commands).asVoid();
    }

    private Step<Void> onConfig(Function<byte[], Command> command) {
        return config.map(hash -> Steps.confirmed(hash.batch(command.apply(hash.key()))))
                .orElseGet(Step::done);
    }
}
