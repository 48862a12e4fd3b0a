package io.polybloom.internal.foreign;

import io.polybloom.FilterDescription;
import io.polybloom.internal.model.Descriptions;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.KeyNames;
import io.polybloom.internal.model.Lifetime;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.redis.Answers;
import io.polybloom.internal.redis.Commands;
import io.polybloom.internal.redis.PartitionSweep;
import io.polybloom.internal.redis.Steps;
import io.polybloom.internal.transfer.CopySource;
import io.polybloom.internal.transfer.CopySource.StoredString;
import io.polybloom.internal.transfer.CopyTarget;
import io.polybloom.layout.ForeignLayout;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.step.Step;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The copy of a filter of another system: written to temporary keys, which are renamed at the end, the parameters last.
 */
final class ForeignCopy implements CopyTarget {

    private static final long NO_KEY = -2;
    private final CopySource source;
    private final Generation copy;
    private final Optional<ForeignConfig> config;
    private final String id;

    ForeignCopy(CopySource source, ForeignLayout layout, String name) {
        this.source = source;
        FilterDescription original = source.generation().description();
        FilterDescription description = Descriptions.copy(
                original, name, "", "", source.opening().environment().ids());
        this.copy = new Generation(description);
        this.config = ForeignConfig.of(name, layout, description.servers());
        this.id = source.opening().environment().ids().get();
    }

    @Override
    public InstantSource clock() {
        return source.opening().environment().clock();
    }

    @Override
    public Step<Void> prepare() {
        return requireNoParameters().then(none -> requireNoStrings());
    }

    @Override
    public Partition partition(Partition original) {
        return copy.newest().partition(original.number());
    }

    @Override
    public byte[] key(Partition partition) {
        return KeyNames.temporary(partition.place().key(), id).getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public Step<Void> abandon() {
        return PartitionSweep.sweep(partitions(string -> true), partition -> List.of(Commands.unlink(key(partition))))
                .asVoid();
    }

    @Override
    public Step<Generation> publish(Lifetime lifetime) {
        return publishStrings(lifetime)
                .then(published -> publishParameters(lifetime))
                .recover(failure -> Steps.failAfter(abandon(), failure));
    }

    private Step<Void> requireNoParameters() {
        if (config.isEmpty()) {
            return Step.done();
        }
        Command timeToLive = Commands.timeToLive(config.get().key());
        return Step.send(config.get().batch(timeToLive), replies -> {
            requireNoKey(config.get().key(), Answers.integer(timeToLive, replies.get(0)));
            return Step.done();
        });
    }

    private Step<Void> requireNoStrings() {
        return PartitionSweep.integers(
                        partitions(string -> true), partition -> List.of(Commands.timeToLive(partition.key())))
                .also(timesToLive -> timesToLive.forEach((partition, millis) -> requireNoKey(partition.key(), millis)))
                .asVoid();
    }

    private Stream<Partition> partitions(Predicate<StoredString> which) {
        return source.strings().stream()
                .filter(which)
                .map(StoredString::partition)
                .map(this::partition);
    }

    private void requireNoKey(byte[] key, long timeToLive) {
        if (timeToLive != NO_KEY) {
            throw CopyTarget.exists(copy.description().name(), "the key " + new String(key, StandardCharsets.UTF_8));
        }
    }

    private Step<Void> publishStrings(Lifetime lifetime) {
        return PartitionSweep.sweep(partitions(string -> string.bytes() > 0), partition -> {
                    byte[] temporary = key(partition);
                    return List.of(Commands.live(temporary, lifetime), Commands.rename(temporary, partition.key()));
                })
                .also(existing -> {
                    if (!existing.isEmpty()) {
                        throw CopyTarget.exists(
                                copy.description().name(),
                                "the key " + existing.get(0).place().key() + ", which was created meanwhile");
                    }
                })
                .asVoid();
    }

    private Step<Generation> publishParameters(Lifetime lifetime) {
        if (config.isEmpty()) {
            return Step.done(copy);
        }
        byte[] key = config.get().key();
        byte[] temporary =
                KeyNames.temporary(new String(key, StandardCharsets.UTF_8), id).getBytes(StandardCharsets.UTF_8);
        List<Command> commands = new ArrayList<>();
        commands.add(Commands.writeHash(temporary, config.get().fields(copy.description())));
        commands.add(Commands.live(temporary, lifetime));
        Command rename = Commands.rename(temporary, key);
        commands.add(rename);
        commands.add(Commands.unlink(temporary));
        Batch batch = config.get().batch(commands.toArray(new Command[0]));
        return Steps.send(batch, replies -> {
            if (Answers.integer(rename, replies.get(2)) == 0) {
                throw CopyTarget.exists(
                        copy.description().name(), "the key " + new String(key, StandardCharsets.UTF_8));
            }
            return Step.done(copy);
        });
    }
}
