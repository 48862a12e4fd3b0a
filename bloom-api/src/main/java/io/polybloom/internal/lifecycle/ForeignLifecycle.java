package io.polybloom.internal.lifecycle;

import io.polybloom.internal.config.ForeignConfig;
import io.polybloom.internal.filter.OpenFilter;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.redis.Answers;
import io.polybloom.internal.redis.Commands;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.step.Step;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Empties, expires and removes a filter of another system. It has no generations: other clients see an emptied filter as one to
 * which nothing has been added.
 */
final class ForeignLifecycle implements Lifecycle {

    private final List<Partition> partitions;
    private final Optional<ForeignConfig> config;
    private final InstantSource clock;

    ForeignLifecycle(OpenFilter filter, Optional<ForeignConfig> config) {
        this.clock = filter.opening().environment().clock();
        this.partitions = filter.snapshot().generation().newest().partitions().toList();
        this.config = config;
    }

    /** Removes the bits and leaves the parameters; a filter that is to expire still does. */
    @Override
    public Step<Void> clear() {
        return forEach(0, partition -> {
            Command timeToLive = Commands.timeToLive(partition.key());
            return Step.send(partition.batch(timeToLive), replies -> {
                long millis = Answers.integer(timeToLive, replies.get(0));
                return millis > 0 ? clearUntil(partition, clock.millis() + millis) : unlink(partition);
            });
        });
    }

    /** An empty string takes the place of a key that does not exist yet, since only a key can expire. */
    @Override
    public Step<Void> expireAt(Instant instant) {
        long epochMillis = instant.toEpochMilli();
        return forEach(
                        0,
                        partition -> send(partition.batch(
                                Commands.createEmpty(partition.key()),
                                Commands.expireAt(partition.key(), epochMillis))))
                .then(expired -> config.isPresent()
                        ? send(config.get().batch(Commands.expireAt(config.get().key(), epochMillis)))
                        : new Step.Done<>(null));
    }

    /** The parameters go first, so that nobody takes the emptiness that follows for an answer. */
    @Override
    public Step<Void> delete() {
        Step<Void> forgotten = config.isPresent()
                ? send(config.get().batch(Commands.unlink(config.get().key())))
                : new Step.Done<>(null);
        return forgotten.then(nothing -> forEach(0, ForeignLifecycle::unlink));
    }

    private static Step<Void> clearUntil(Partition partition, long epochMillis) {
        byte[] key = partition.key();
        return send(
                partition.batch(Commands.unlink(key), Commands.createEmpty(key), Commands.expireAt(key, epochMillis)));
    }

    private static Step<Void> unlink(Partition partition) {
        return send(partition.batch(Commands.unlink(partition.key())));
    }

    private Step<Void> forEach(int index, Function<Partition, Step<Void>> action) {
        return index == partitions.size()
                ? new Step.Done<>(null)
                : action.apply(partitions.get(index)).then(done -> forEach(index + 1, action));
    }

    private static Step<Void> send(Batch batch) {
        return Step.send(batch, replies -> {
            Answers.requireSuccess(batch, replies);
            return new Step.Done<>(null);
        });
    }
}
