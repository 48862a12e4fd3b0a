package io.polybloom.internal.transfer;

import io.polybloom.FilterDescription;
import io.polybloom.internal.config.ConfigCommands;
import io.polybloom.internal.config.ConfigKey;
import io.polybloom.internal.config.SpecCodec;
import io.polybloom.internal.lifecycle.NativeLifecycle;
import io.polybloom.internal.model.Descriptions;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.redis.Answers;
import io.polybloom.internal.redis.Commands;
import io.polybloom.internal.redis.PartitionSweep;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.step.Step;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The copy of a native filter: a generation of its own, whose number a note in the config keeps until the specification, written
 * last, makes a filter of it. A copy that is repeated takes up the generation in the note.
 */
final class NativeCopyTarget implements CopyTarget {

    private final CopySource source;
    private final String name;
    private final ConfigKey config;
    private final String origin;
    private Generation copy;

    NativeCopyTarget(CopySource source, String name) {
        this.source = source;
        this.name = name;
        this.config = new ConfigKey(name);
        this.origin = source.environment().ids().get();
        this.copy = named(source.environment().ids().get());
    }

    @Override
    public InstantSource clock() {
        return source.environment().clock();
    }

    @Override
    public Step<Void> prepare() {
        byte[] key = config.bytes();
        Command readCopy = ConfigCommands.readCopy(key);
        Command read = Commands.readHash(key);
        Batch batch = config.batch(ConfigCommands.claimCopy(key, copy.id()), readCopy, read);
        return Step.send(batch, replies -> {
            Answers.requireSuccess(batch, replies);
            if (config.stored(read, replies.get(2)).isPresent()) {
                return forgetNote().then(forgotten -> {
                    throw CopyTarget.exists(name, "a filter of the name '" + name + "'");
                });
            }
            if (replies.get(1) instanceof Reply.Bytes noted) {
                copy = named(new String(noted.value(), StandardCharsets.UTF_8));
            }
            return PartitionSweep.unlink(copy.layers());
        });
    }

    @Override
    public byte[] key(int index) {
        return partition(index).key();
    }

    @Override
    public Partition partition(int index) {
        Partition original = source.strings().get(index).partition();
        return copy.layers().get(original.layer().index()).partition(original.number());
    }

    @Override
    public Step<Generation> publish() {
        return settleExpiry(0).then(settled -> writeConfig());
    }

    private Generation named(String id) {
        FilterDescription original = source.generation().description();
        Optional<Instant> expireAt = original.expireAt();
        return new Generation(Descriptions.copy(original, name, id, origin, expireAt));
    }

    private Step<Void> settleExpiry(int index) {
        if (index == source.strings().size()) {
            return new Step.Done<>(null);
        }
        Partition partition = partition(index);
        long expireAt = source.expireAt();
        Batch batch = partition.batch(
                expireAt == CopySource.NEVER
                        ? Commands.keepForever(partition.key())
                        : Commands.expireAt(partition.key(), expireAt));
        return Step.send(batch, replies -> {
            Answers.requireSuccess(batch, replies);
            return settleExpiry(index + 1);
        });
    }

    /** The specification is written after all else, and only fields that are not there: the config may have become another filter's. */
    private Step<Generation> writeConfig() {
        byte[] key = config.bytes();
        List<Command> commands = new ArrayList<>();
        commands.add(ConfigCommands.markReady(key, copy.id()));
        for (Layer layer : copy.newerThan(copy.layers().get(0))) {
            String text = SpecCodec.encodeLayer(copy.id(), layer.geometry());
            commands.add(ConfigCommands.claimLayer(key, layer.index(), text));
        }
        commands.add(ConfigCommands.claim(key, SpecCodec.encode(copy.description())));
        Command read = Commands.readHash(key);
        commands.add(read);
        Batch batch = config.batch(commands.toArray(new Command[0]));
        return Step.send(batch, replies -> {
            Answers.requireSuccess(batch, replies);
            return requireOurs(config.stored(read, replies.get(replies.size() - 1)));
        });
    }

    private Step<Generation> requireOurs(Optional<FilterDescription> stored) {
        boolean isOurs =
                stored.filter(now -> now.generation().equals(copy.id())).isPresent();
        if (isOurs) {
            return conclude();
        }
        return PartitionSweep.unlink(copy.layers()).then(removed -> {
            throw CopyTarget.exists(name, "a filter of the name '" + name + "' was created meanwhile");
        });
    }

    private Step<Generation> conclude() {
        byte[] key = config.bytes();
        long expireAt = source.expireAt();
        Batch batch = expireAt == CopySource.NEVER
                ? config.batch(ConfigCommands.forgetCopy(key))
                : config.batch(
                        ConfigCommands.publishExpiry(key, expireAt),
                        Commands.expireAt(key, expireAt + NativeLifecycle.CONFIG_OUTLIVES_MILLIS),
                        ConfigCommands.forgetCopy(key));
        return Step.send(batch, replies -> {
            Answers.requireSuccess(batch, replies);
            return new Step.Done<>(copy);
        });
    }

    private Step<Void> forgetNote() {
        Batch batch = config.batch(ConfigCommands.forgetCopy(config.bytes()));
        return Step.send(batch, replies -> {
            Answers.requireSuccess(batch, replies);
            return new Step.Done<>(null);
        });
    }
}
