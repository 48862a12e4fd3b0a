package io.polybloom.internal.lifecycle;

import io.polybloom.FilterDescription;
import io.polybloom.internal.config.ConfigCommands;
import io.polybloom.internal.config.ConfigKey;
import io.polybloom.internal.config.SpecCodec;
import io.polybloom.internal.filter.OpenFilter;
import io.polybloom.internal.filter.Recovery;
import io.polybloom.internal.filter.Snapshot;
import io.polybloom.internal.model.Descriptions;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.redis.Access;
import io.polybloom.internal.redis.Answers;
import io.polybloom.internal.redis.Commands;
import io.polybloom.internal.redis.PartitionSweep;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.step.Step;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Empties, expires and removes a native filter. A crash on the way leaves nothing that repeating the call does not heal. */
public final class NativeLifecycle implements Lifecycle {

    /** How much longer than its partitions the config lives, so that it can still say that the filter has expired. */
    public static final long CONFIG_OUTLIVES_MILLIS = 1000;

    private final OpenFilter filter;
    private final ConfigKey config;

    NativeLifecycle(OpenFilter filter) {
        this.filter = filter;
        this.config = new ConfigKey(filter.snapshot().generation().description().name());
    }

    /**
     * Publishes a new, empty generation with the same parameters. The old one is removed before: were it still alive afterwards,
     * a client that believes in it would miss what others add to the new one.
     */
    @Override
    public Step<Void> clear() {
        return filter.refresh().then(current -> replace(current.generation()));
    }

    @Override
    public Step<Void> expireAt(Instant instant) {
        return filter.refresh().then(current -> expire(current.generation(), instant.toEpochMilli(), true));
    }

    /** Removes the partitions first and the config last, so that a crash on the way is noticed by every client. */
    @Override
    public Step<Void> delete() {
        return filter.opening().describe().then(this::removeStored).then(removed -> {
            filter.forget();
            return new Step.Done<>(null);
        });
    }

    private Step<Void> replace(Generation old) {
        Generation fresh = new Generation(Descriptions.withGeneration(
                old.description(), filter.opening().environment().ids().get()));
        return PartitionSweep.create(fresh.newest(), fresh.description().expireAt())
                .then(created -> PartitionSweep.unlink(old.layers()))
                .then(removed -> publish(old, fresh));
    }

    private Step<Void> publish(Generation old, Generation fresh) {
        String spec = SpecCodec.encode(fresh.description());
        byte[] key = config.bytes();
        List<Command> commands = new ArrayList<>();
        commands.add(ConfigCommands.readSpec(key));
        commands.add(ConfigCommands.publish(key, spec, fresh.id()));
        for (Layer grown : old.newerThan(old.layers().get(0))) {
            commands.add(ConfigCommands.forgetLayer(key, grown.index()));
        }
        Command readPublished = Commands.readHash(key);
        commands.add(readPublished);
        Batch batch = config.batch(commands.toArray(new Command[0]));
        return Step.send(batch, replies -> {
            Answers.requireSuccess(batch, replies);
            filter.adopt(fresh);
            return removeReplaced(replies.get(0), List.of(old))
                    .then(removed ->
                            takeOverExpiry(fresh, config.stored(readPublished, replies.get(replies.size() - 1))));
        });
    }

    /** Another client may have published in between; then its generation is the one that was replaced, and goes, too. */
    private Step<Void> removeReplaced(Reply replacedSpec, List<Generation> removed) {
        if (!(replacedSpec instanceof Reply.Bytes bytes)) {
            return new Step.Done<>(null);
        }
        Generation replaced = config.decode(bytes);
        boolean isRemoved = removed.stream().anyMatch(replaced::isSameAs);
        return isRemoved ? new Step.Done<>(null) : PartitionSweep.unlink(replaced.layers());
    }

    /** Another client may have set the expiry after the partitions were created. */
    private static Step<Void> takeOverExpiry(Generation fresh, Optional<FilterDescription> stored) {
        Optional<Instant> expireAt = stored.flatMap(FilterDescription::expireAt);
        if (expireAt.isEmpty() || expireAt.equals(fresh.description().expireAt())) {
            return new Step.Done<>(null);
        }
        return PartitionSweep.expire(fresh.layers(), expireAt.get().toEpochMilli())
                .then(missing -> new Step.Done<>(null));
    }

    /** At no time may a partition outlive the config, or its clients would go on beside a filter that is created anew. */
    private Step<Void> expire(Generation current, long epochMillis, boolean mayRepeat) {
        boolean isPutOff = current.description()
                .expireAt()
                .filter(stored -> stored.toEpochMilli() <= epochMillis)
                .isPresent();
        Step<List<Partition>> missing = isPutOff
                ? publishExpiry(epochMillis)
                        .then(stored ->
                                PartitionSweep.expire(grown(current, stored).layers(), epochMillis))
                : PartitionSweep.expire(current.layers(), epochMillis);
        return missing.then(partitions -> {
            if (!partitions.isEmpty()) {
                Recovery recovery = new Recovery(filter, current, Access.LOOK_UP, partitions);
                return recovery.findSuccessor().then(successor -> repeatExpiry(successor, epochMillis, mayRepeat));
            }
            return isPutOff
                    ? new Step.Done<>(null)
                    : publishExpiry(epochMillis).then(stored -> confirmExpiry(stored, current, epochMillis, mayRepeat));
        });
    }

    /** Writes the expiry into the config, and reads which generation and layers it has been written for. */
    private Step<Optional<FilterDescription>> publishExpiry(long epochMillis) {
        Command read = Commands.readHash(config.bytes());
        Batch batch = config.batch(
                ConfigCommands.publishExpiry(config.bytes(), epochMillis),
                Commands.expireAt(config.bytes(), epochMillis + CONFIG_OUTLIVES_MILLIS),
                read);
        return Step.send(batch, replies -> {
            Answers.requireSuccess(batch, replies);
            return new Step.Done<>(config.stored(read, replies.get(2)));
        });
    }

    /** Once more for all partitions: a merge that read the config before has made one forget its expiry. */
    private Step<Void> confirmExpiry(
            Optional<FilterDescription> stored, Generation current, long epochMillis, boolean mayRepeat) {
        boolean isReplaced = stored.isPresent() && !stored.get().generation().equals(current.id());
        if (isReplaced) {
            return filter.refresh().then(successor -> repeatExpiry(successor, epochMillis, mayRepeat));
        }
        return PartitionSweep.expire(grown(current, stored).layers(), epochMillis)
                .then(missing -> new Step.Done<>(null));
    }

    /** The same generation with the layers that other clients have opened meanwhile. */
    private static Generation grown(Generation current, Optional<FilterDescription> stored) {
        return stored.filter(now -> now.generation().equals(current.id()))
                .map(Generation::new)
                .orElse(current);
    }

    private Step<Void> repeatExpiry(Snapshot successor, long epochMillis, boolean mayRepeat) {
        if (!mayRepeat) {
            throw Recovery.changedTwice(successor.generation());
        }
        return expire(successor.generation(), epochMillis, false);
    }

    private Step<Void> removeStored(Optional<FilterDescription> stored) {
        Generation known = filter.snapshot().generation();
        Step<Void> removal = PartitionSweep.unlink(known.layers());
        if (stored.isEmpty()) {
            return removal;
        }
        Generation current = new Generation(stored.get());
        if (!current.isSameAs(known)) {
            removal = removal.then(removed -> PartitionSweep.unlink(current.layers()));
        }
        return removal.then(removed -> removeConfig(List.of(known, current)));
    }

    private Step<Void> removeConfig(List<Generation> removed) {
        Batch batch =
                config.batch(ConfigCommands.readSpec(config.bytes()), ConfigCommands.deleteConfig(config.bytes()));
        return Step.send(batch, replies -> {
            Answers.requireSuccess(batch, replies);
            return removeReplaced(replies.get(0), removed);
        });
    }
}
