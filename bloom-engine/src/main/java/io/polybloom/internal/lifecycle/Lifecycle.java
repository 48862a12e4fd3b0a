package io.polybloom.internal.lifecycle;

import io.polybloom.UnsupportedFilterException;
import io.polybloom.internal.expiry.ChangeOfExpiry;
import io.polybloom.internal.filter.OpenFilter;
import io.polybloom.internal.foreign.ForeignConfig;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.redis.Answers;
import io.polybloom.internal.redis.Commands;
import io.polybloom.internal.redis.PartitionSweep;
import io.polybloom.internal.redis.Steps;
import io.polybloom.internal.register.Deletion;
import io.polybloom.internal.register.Register;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.step.Step;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Empties, expires and removes a filter: a native one, unless it is one of the others below. After a crash, repeating
 * the call repairs everything.
 */
public sealed class Lifecycle {

    final OpenFilter filter;

    Lifecycle(OpenFilter filter) {
        this.filter = filter;
    }

    /** Returns the way in which this is done for an open filter. */
    public static Lifecycle of(OpenFilter filter) {
        Generation generation = filter.snapshot().generation();
        if (!generation.isForeign()) {
            return new Lifecycle(filter);
        }
        return generation.isOfServer()
                ? new OfTheServer(filter)
                : new OfAnotherSystem(filter, ForeignConfig.of(generation.description(), generation.layout()));
    }

    /** Removes all elements. */
    public Step<Void> clear() {
        return new Clearing(filter).start();
    }

    /** Lets every key of the filter expire. */
    public Step<Void> expireAt(Instant instant) {
        return new ChangeOfExpiry(filter, Optional.of(instant)).start();
    }

    /** Removes the expiry of all keys of the filter. */
    public Step<Void> persist() {
        return new ChangeOfExpiry(filter, Optional.empty()).start();
    }

    /** Removes every key of the filter. */
    public Step<Void> delete() {
        Register register = new Register(filter.name(), filter.environment());
        return Deletion.of(register, filter.environment(), filter.snapshot().generation())
                .start()
                .asVoid();
    }

    /**
     * Empties, expires and removes a filter of another system. It has no generations: other clients see an emptied
     * filter as one to which nothing has been added.
     */
    private static final class OfAnotherSystem extends Lifecycle {

        private final List<Partition> partitions;
        private final Optional<ForeignConfig> config;

        OfAnotherSystem(OpenFilter filter, Optional<ForeignConfig> config) {
            super(filter);
            this.partitions =
                    filter.snapshot().generation().newest().partitions().toList();
            this.config = config;
        }

        /** Removes the bits and leaves the parameters; a filter that is to expire still does. */
        @Override
        public Step<Void> clear() {
            return PartitionSweep.integers(
                            partitions.stream(), partition -> List.of(Commands.timeToLive(partition.key())))
                    .then(millis -> sweep(partition -> clear(partition, millis.getOrDefault(partition, 0L))));
        }

        /** An empty string takes the place of a key that does not exist yet, since only a key can expire. */
        @Override
        public Step<Void> expireAt(Instant instant) {
            long epochMillis = instant.toEpochMilli();
            return sweep(partition -> List.of(
                            Commands.createEmpty(partition.key()), Commands.expireAt(partition.key(), epochMillis)))
                    .then(expired -> onConfig(key -> Commands.expireAt(key, epochMillis)));
        }

        @Override
        public Step<Void> persist() {
            return onConfig(Commands::keepForever)
                    .then(kept -> sweep(partition -> List.of(Commands.keepForever(partition.key()))));
        }

        /** The parameters are removed first, so that nobody takes the missing bits for an answer. */
        @Override
        public Step<Void> delete() {
            return onConfig(Commands::unlink).then(forgotten -> sweep(OfAnotherSystem::unlink));
        }

        private List<Command> clear(Partition partition, long millisLeft) {
            return millisLeft > 0
                    ? List.of(
                            Commands.unlink(partition.key()),
                            Commands.createEmpty(partition.key()),
                            Commands.expireAfter(partition.key(), millisLeft))
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

    /** Expires and removes a filter that somebody else has made with {@code BF.RESERVE}: one key. */
    private static final class OfTheServer extends Lifecycle {

        private final Partition partition;

        OfTheServer(OpenFilter filter) {
            super(filter);
            this.partition = filter.snapshot().generation().newest().partition(0);
        }

        @Override
        public Step<Void> clear() {
            return Step.done().then(refused -> {
                throw new UnsupportedFilterException("the filter '"
                        + filter.name()
                        + "' was created by BF.RESERVE with a false-positive rate that the server does not report: to"
                        + " empty it, delete it and reserve it again");
            });
        }

        @Override
        public Step<Void> expireAt(Instant instant) {
            return send(Commands.expireAt(partition.key(), instant.toEpochMilli()), true);
        }

        @Override
        public Step<Void> persist() {
            return send(Commands.keepForever(partition.key()), false);
        }

        @Override
        public Step<Void> delete() {
            return send(Commands.unlink(partition.key()), false);
        }

        private Step<Void> send(Command command, boolean mustFind) {
            Batch batch = partition.batch(command);
            return Step.send(batch, replies -> {
                Reply reply = replies.get(0);
                if (Answers.integer(command, reply) == 0 && mustFind) {
                    throw filter.opening().gone();
                }
                return Step.done();
            });
        }
    }
}
