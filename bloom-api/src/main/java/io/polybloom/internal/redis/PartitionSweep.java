package io.polybloom.internal.redis;

import io.polybloom.BloomFilterException;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.model.Partition;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.step.Step;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The same commands for many partitions; nothing more is sent after the first failure. */
public final class PartitionSweep implements Step.Receiver {

    /** How many partitions a sweep may work on at a time: few, since creating one takes the server milliseconds. */
    private static final int WINDOW = 2;

    private final Function<Partition, List<Command>> commands;
    private final Map<Batch, Partition> sent = new IdentityHashMap<>();
    private final List<Partition> missing = new ArrayList<>();
    private @Nullable BloomFilterException failure;

    private PartitionSweep(Function<Partition, List<Command>> commands) {
        this.commands = commands;
    }

    /** Creates all partitions of a layer with their trailers and the filter's expiry. */
    public static Step<Void> create(Layer layer, Optional<Instant> expireAt) {
        return sweep(List.of(layer), partition -> {
                    byte[] key = partition.key();
                    Command create = Commands.createPartition(key, partition.bits());
                    return expireAt.isEmpty()
                            ? List.of(create)
                            : List.of(
                                    create,
                                    Commands.expireAt(key, expireAt.get().toEpochMilli()));
                })
                .then(unaffected -> new Step.Done<>(null));
    }

    /** Removes all partitions of some layers. */
    public static Step<Void> unlink(Collection<Layer> layers) {
        return sweep(layers, partition -> List.of(Commands.unlink(partition.key())))
                .then(unaffected -> new Step.Done<>(null));
    }

    /** Sets the expiry of all partitions of some layers; the value holds the partitions that do not exist. */
    public static Step<List<Partition>> expire(Collection<Layer> layers, long epochMillis) {
        return sweep(layers, partition -> List.of(Commands.expireAt(partition.key(), epochMillis)));
    }

    /** Seals all partitions of a layer; the value holds the partitions that are not alive, which it has created anew. */
    public static Step<List<Partition>> seal(Layer layer) {
        return sweep(List.of(layer), partition -> List.of(Commands.seal(partition)));
    }

    @Override
    public boolean receive(Batch batch, List<Reply> replies) {
        Partition partition = sent.remove(batch);
        try {
            Answers.requireSuccess(batch, replies);
            int last = replies.size() - 1;
            if (Answers.firstInteger(batch.commands().get(last), replies.get(last)) == 0) {
                missing.add(partition);
            }
        } catch (BloomFilterException refused) {
            failure = failure == null ? refused : failure;
        }
        return failure == null;
    }

    /** Runs the commands; the value holds the partitions whose last command was answered with 0. */
    private static Step<List<Partition>> sweep(Collection<Layer> layers, Function<Partition, List<Command>> commands) {
        PartitionSweep sweep = new PartitionSweep(commands);
        Iterator<Batch> batches = layers.stream()
                .flatMap(layer -> layer.partitions())
                .map(sweep::batch)
                .iterator();
        return new Step.Send<>(batches, WINDOW, sweep, sweep::finish);
    }

    private Batch batch(Partition partition) {
        Batch batch = partition.batch(commands.apply(partition));
        sent.put(batch, partition);
        return batch;
    }

    private Step<List<Partition>> finish() {
        if (failure != null) {
            throw failure;
        }
        return new Step.Done<>(missing);
    }
}
