package io.polybloom.internal.transfer;

import io.polybloom.FilterDescription;
import io.polybloom.internal.config.ForeignConfig;
import io.polybloom.internal.model.Descriptions;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.KeyNames;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.redis.Answers;
import io.polybloom.internal.redis.Commands;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.step.Step;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The copy of a filter of another system: written to temporary keys, which are renamed at the end, the parameters last. */
final class ForeignCopyTarget implements CopyTarget {

    private static final long NO_KEY = -2;
    private static final String COPY = "copy";

    private final CopySource source;
    private final Generation copy;
    private final Optional<ForeignConfig> config;

    ForeignCopyTarget(CopySource source, String name) {
        this.source = source;
        FilterDescription original = source.generation().description();
        FilterDescription description = Descriptions.copy(original, name, "", "", Optional.empty());
        this.copy = new Generation(description);
        this.config = ForeignConfig.of(description, copy.layout());
    }

    @Override
    public InstantSource clock() {
        return source.environment().clock();
    }

    @Override
    public Step<Void> prepare() {
        return requireNoParameters().then(none -> prepareString(0));
    }

    @Override
    public byte[] key(int index) {
        return KeyNames.temporary(partition(index).place().key(), COPY).getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public Partition partition(int index) {
        return copy.newest().partition(source.strings().get(index).partition().number());
    }

    @Override
    public Step<Generation> publish() {
        return publishString(0).then(published -> publishParameters());
    }

    private Step<Void> requireNoParameters() {
        if (config.isEmpty()) {
            return new Step.Done<>(null);
        }
        Command timeToLive = Commands.timeToLive(config.get().key());
        return Step.send(config.get().batch(timeToLive), replies -> {
            requireNoKey(config.get().key(), timeToLive, replies.get(0));
            return new Step.Done<>(null);
        });
    }

    private Step<Void> prepareString(int index) {
        if (index == source.strings().size()) {
            return new Step.Done<>(null);
        }
        Partition partition = partition(index);
        Command timeToLive = Commands.timeToLive(partition.key());
        Command unlink = Commands.unlink(key(index));
        return Step.send(partition.batch(timeToLive, unlink), replies -> {
            Answers.requireSuccess(unlink, replies.get(1));
            requireNoKey(partition.key(), timeToLive, replies.get(0));
            return prepareString(index + 1);
        });
    }

    private void requireNoKey(byte[] key, Command timeToLive, Reply reply) {
        if (Answers.integer(timeToLive, reply) != NO_KEY) {
            throw CopyTarget.exists(copy.description().name(), "the key " + new String(key, StandardCharsets.UTF_8));
        }
    }

    private Step<Void> publishString(int index) {
        if (index == source.strings().size()) {
            return new Step.Done<>(null);
        }
        if (source.strings().get(index).bytes() == 0) {
            return publishString(index + 1);
        }
        Partition partition = partition(index);
        byte[] temporary = key(index);
        Command rename = Commands.rename(temporary, partition.key());
        Batch batch = partition.batch(settleExpiry(temporary), rename);
        return Step.send(batch, replies -> {
            Answers.requireSuccess(batch, replies);
            if (Answers.integer(rename, replies.get(1)) == 0) {
                throw CopyTarget.exists(
                        copy.description().name(),
                        "the key " + partition.place().key() + ", which was created meanwhile");
            }
            return publishString(index + 1);
        });
    }

    private Step<Generation> publishParameters() {
        if (config.isEmpty()) {
            return new Step.Done<>(copy);
        }
        byte[] key = config.get().key();
        byte[] temporary = KeyNames.temporary(new String(key, StandardCharsets.UTF_8), COPY)
                .getBytes(StandardCharsets.UTF_8);
        List<Command> commands = new ArrayList<>();
        commands.add(Commands.writeHash(temporary, config.get().fields(copy.description())));
        commands.add(settleExpiry(temporary));
        Command rename = Commands.rename(temporary, key);
        commands.add(rename);
        commands.add(Commands.unlink(temporary));
        Batch batch = config.get().batch(commands.toArray(new Command[0]));
        return Step.send(batch, replies -> {
            Answers.requireSuccess(batch, replies);
            if (Answers.integer(rename, replies.get(2)) == 0) {
                throw CopyTarget.exists(
                        copy.description().name(), "the key " + new String(key, StandardCharsets.UTF_8));
            }
            return new Step.Done<>(copy);
        });
    }

    private Command settleExpiry(byte[] key) {
        return source.expireAt() == CopySource.NEVER
                ? Commands.keepForever(key)
                : Commands.expireAt(key, source.expireAt());
    }
}
