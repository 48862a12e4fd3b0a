package io.polybloom.internal;

import io.polybloom.BloomFilterException;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Step;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The same commands for every partition of a generation; it stops producing batches after the first failure. */
final class PartitionSweep implements Iterator<Batch>, Step.Receiver {

    /** How many partitions a sweep may work on at a time. */
    private static final int WINDOW = 8;

    private final Generation generation;
    private final Function<byte[], List<Command>> commands;
    private final List<Integer> unaffected = new ArrayList<>();
    private int next;
    private @Nullable BloomFilterException failure;

    private PartitionSweep(Generation generation, Function<byte[], List<Command>> commands) {
        this.generation = generation;
        this.commands = commands;
    }

    /** Creates all partitions with their trailers and the filter's expiry. */
    static Step<Void> create(Generation generation) {
        long partitionBits = generation.geometry().partitionBits();
        Optional<Instant> expireAt = generation.description().expireAt();
        Function<byte[], List<Command>> create = key -> {
            Command make = Commands.createPartition(key, partitionBits);
            return expireAt.isEmpty()
                    ? List.of(make)
                    : List.of(make, Commands.expireAt(key, expireAt.get().toEpochMilli()));
        };
        return new PartitionSweep(generation, create).run().then(unaffected -> new Step.Done<>(null));
    }

    /** Removes all partitions. */
    static Step<Void> unlink(Generation generation) {
        return new PartitionSweep(generation, key -> List.of(Commands.unlink(key)))
                .run()
                .then(unaffected -> new Step.Done<>(null));
    }

    /** Sets the expiry of all partitions; the value holds those that do not exist. */
    static Step<List<Integer>> expire(Generation generation, long epochMillis) {
        return new PartitionSweep(generation, key -> List.of(Commands.expireAt(key, epochMillis))).run();
    }

    @Override
    public boolean hasNext() {
        return next < generation.geometry().partitions();
    }

    @Override
    public Batch next() {
        int partition = next++;
        return generation.batch(partition, commands.apply(generation.partitionKeyBytes(partition)));
    }

    @Override
    public boolean receive(Batch batch, List<Reply> replies) {
        try {
            Answers.requireSuccess(batch, replies);
            Command last = batch.commands().get(batch.commands().size() - 1);
            if (Answers.integer(last, replies.get(replies.size() - 1)) == 0) {
                unaffected.add(batch.lane());
            }
        } catch (BloomFilterException first) {
            failure = failure == null ? first : failure;
        }
        return failure == null;
    }

    private Step<List<Integer>> run() {
        return new Step.Send<>(this, WINDOW, this, this::finish);
    }

    private Step<List<Integer>> finish() {
        if (failure != null) {
            throw failure;
        }
        return new Step.Done<>(unaffected);
    }
}
