package io.polybloom.internal.transfer;

import io.polybloom.BloomFilterException;
import io.polybloom.FilterDescription;
import io.polybloom.LostDataException;
import io.polybloom.internal.config.ConfigCommands;
import io.polybloom.internal.config.ConfigKey;
import io.polybloom.internal.element.ElementFormat;
import io.polybloom.internal.model.Descriptions;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.open.NativeOpening;
import io.polybloom.internal.open.TraceBirth;
import io.polybloom.internal.redis.Answers;
import io.polybloom.internal.redis.PartitionSweep;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.step.Step;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The copy of a native filter: a life and a generation of its own, so that no two copies ever write to one key. The
 * specification, written last, makes a filter of it.
 */
final class NativeCopyTarget implements CopyTarget {

    private final CopySource source;
    private final NativeOpening opening;
    private final ConfigKey config;
    private final Generation copy;
    private final TraceBirth trace;

    NativeCopyTarget(CopySource source, String name) {
        this.source = source;
        this.opening =
                new NativeOpening(name, ElementFormat.UNKNOWN, source.opening().environment());
        this.config = new ConfigKey(name);
        FilterDescription original = source.generation().description();
        Supplier<String> ids = source.opening().environment().ids();
        this.copy = new Generation(Descriptions.copy(original, name, ids.get(), ids.get(), original.expireAt()));
        this.trace = new TraceBirth(config, copy.description());
    }

    @Override
    public InstantSource clock() {
        return opening.environment().clock();
    }

    @Override
    public Step<Void> prepare() {
        return opening.describe().then(stored -> {
            if (stored.isPresent()) {
                throw CopyTarget.exists(opening.name(), "a filter of the name '" + opening.name() + "'");
            }
            return new Step.Done<>(null);
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
    public Step<Void> abandon() {
        return PartitionSweep.unlink(copy.layers());
    }

    @Override
    public Step<Generation> publish() {
        return prepareConfig().recover(this::withdraw).then(prepared -> claim());
    }

    /** All but the specification, named by the copy's generation: so it does no harm to another filter of that name. */
    private Step<Void> prepareConfig() {
        byte[] key = config.bytes();
        List<Command> commands = new ArrayList<>();
        for (Layer layer : copy.layers()) {
            if (layer.index() > 0) {
                commands.add(ConfigCommands.claimLayer(key, copy.id(), layer.index(), layer.geometry()));
            }
            commands.add(ConfigCommands.markReady(key, copy.id(), layer.index()));
        }
        commands.add(ConfigCommands.publishExpiry(key, copy.description().origin(), expireAt()));
        return settle(expireAt().isPresent()).then(settled -> write(commands.toArray(new Command[0])));
    }

    /** What is to stay for ever is made so when the copy is published: until then it goes by itself if nobody goes on. */
    private Step<Void> settle(boolean isTime) {
        if (!isTime) {
            return new Step.Done<>(null);
        }
        return PartitionSweep.settle(copy.layers(), expireAt()).then(dead -> {
            if (!dead.isEmpty()) {
                throw CopySource.changed(dead.get(0));
            }
            return new Step.Done<>(null);
        });
    }

    /** Makes a filter of what was prepared, at once, unless there is one. */
    private Step<Generation> claim() {
        Command claim = ConfigCommands.claim(config.bytes(), copy.description());
        List<Command> commands = new ArrayList<>(List.of(config.expire(expireAt())));
        commands.addAll(trace.conceive());
        commands.addAll(List.of(claim, config.read()));
        Batch batch = config.batch(commands.toArray(new Command[0]));
        return Step.send(batch, replies -> {
            Reply claimed = replies.get(commands.indexOf(claim));
            if (claimed instanceof Reply.Failure refused && !refused.mayHaveBeenApplied()) {
                return withdraw(Answers.failure(claim, refused));
            }
            Answers.requireSuccess(batch, replies);
            Optional<FilterDescription> stored = config.stored(replies.get(replies.size() - 1));
            boolean isOurs = stored.filter(
                            now -> now.origin().equals(copy.description().origin()))
                    .isPresent();
            return isOurs ? settle(expireAt().isEmpty()).then(settled -> leaveTrace()) : giveWay(stored);
        });
    }

    /** Behind the config, so that nobody takes it for that of a filter whose config was lost. */
    private Step<Generation> leaveTrace() {
        return trace.bear(expireAt()).then(origins -> new Step.Done<>(copy));
    }

    private Optional<Instant> expireAt() {
        return copy.description().expireAt();
    }

    /** Another filter has the name, and gets its own expiry back; if there is none, the config of the copy was lost. */
    private Step<Generation> giveWay(Optional<FilterDescription> other) {
        String name = opening.name();
        if (other.isEmpty()) {
            return withdraw(new LostDataException(
                    name, "the config of the copy '" + name + "' was lost as soon as it was written: repeat the copy"));
        }
        return write(config.expire(other.get().expireAt()))
                .then(restored ->
                        withdraw(CopyTarget.exists(name, "a filter of the name '" + name + "' was created meanwhile")));
    }

    /** Nothing of the copy stays. */
    private <R> Step<R> withdraw(BloomFilterException reason) {
        return abandon()
                .then(removed -> write(trace.abandon(), ConfigCommands.forget(config.bytes(), copy.description())))
                .recover(worse -> {
                    reason.addSuppressed(worse);
                    return new Step.Done<>(null);
                })
                .then(withdrawn -> {
                    throw reason;
                });
    }

    private Step<Void> write(Command... commands) {
        Batch batch = config.batch(commands);
        return Step.send(batch, replies -> {
            Answers.requireSuccess(batch, replies);
            return new Step.Done<>(null);
        });
    }
}
