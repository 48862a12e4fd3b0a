package io.polybloom.internal;

import io.polybloom.BloomFilterException;
import io.polybloom.FilterStats;
import io.polybloom.layout.Geometry;
import io.polybloom.layout.Layout;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Step;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Measures the fill ratio: all bits of a small filter; of a larger one, evenly spaced blocks, so that it costs the same at any
 * size. 64 blocks of 8 KiB hold 4 million bits, which bounds the standard error of the fill ratio by 0.00025.
 */
public final class Sampling implements Iterator<Batch>, Step.Receiver {

    private static final int BLOCKS = 64;
    private static final int BLOCK_BYTES = 8 * 1024;
    private static final int WINDOW = 8;

    private final OpenFilter filter;
    private final Generation generation;
    private final boolean mayRepeat;
    private final int partitions;
    private final List<Integer> deadPartitions = new ArrayList<>();
    private int next;
    private long sampledBits;
    private long setBits;
    private @Nullable BloomFilterException failure;

    private Sampling(OpenFilter filter, Generation generation, boolean mayRepeat) {
        this.filter = filter;
        this.generation = generation;
        this.mayRepeat = mayRepeat;
        this.partitions = Math.min(generation.geometry().partitions(), BLOCKS);
    }

    /** The steps of a measurement of the generation that the client believes in. */
    public static Step<FilterStats> start(OpenFilter filter) {
        return new Sampling(filter, filter.generation(), true).send();
    }

    @Override
    public boolean hasNext() {
        return next < partitions;
    }

    @Override
    public Batch next() {
        Geometry geometry = generation.geometry();
        int partition = (int) ((long) next++ * geometry.partitions() / partitions);
        byte[] key = generation.partitionKeyBytes(partition);
        List<Command> commands = new ArrayList<>();
        commands.add(Commands.trailer(key, geometry.partitionBits()));
        long bytes = geometry.partitionBits() / 8;
        int blocks = BLOCKS / partitions;
        if (bytes <= (long) blocks * BLOCK_BYTES) {
            commands.add(count(key, 0, bytes));
        } else {
            for (int block = 0; block < blocks; block++) {
                long first = blocks == 1 ? 0 : block * (bytes - BLOCK_BYTES) / (blocks - 1);
                commands.add(count(key, first, BLOCK_BYTES));
            }
        }
        return generation.batch(partition, commands);
    }

    @Override
    public boolean receive(Batch batch, List<Reply> replies) {
        try {
            List<Command> commands = batch.commands();
            if (!PartitionAnswer.read(commands.get(0), replies.get(0), 0).isAlive()) {
                deadPartitions.add(batch.lane());
            }
            for (int i = 1; i < commands.size(); i++) {
                setBits += Answers.integer(commands.get(i), replies.get(i));
            }
        } catch (BloomFilterException refused) {
            failure = failure == null ? refused : failure;
        }
        return failure == null;
    }

    private Command count(byte[] key, long firstByte, long bytes) {
        sampledBits += 8 * bytes;
        return Commands.countBits(key, firstByte, firstByte + bytes - 1);
    }

    private Step<FilterStats> send() {
        return new Step.Send<>(this, WINDOW, this, this::conclude);
    }

    private Step<FilterStats> conclude() {
        if (failure != null) {
            throw failure;
        }
        if (deadPartitions.isEmpty()) {
            return new Step.Done<>(stats());
        }
        if (!mayRepeat) {
            throw Recovery.changedTwice(generation);
        }
        Recovery recovery = new Recovery(filter, generation, Access.LOOK_UP, deadPartitions);
        return recovery.findSuccessor().then(successor -> new Sampling(filter, successor, false).send());
    }

    private FilterStats stats() {
        Geometry geometry = generation.geometry();
        Layout layout = generation.layout();
        double fillRatio = (double) setBits / sampledBits;
        // A sample without a zero says only that less than about one bit in sampledBits is zero.
        double countable = Math.min(fillRatio, 1 - 0.5 / sampledBits);
        return new FilterStats(
                generation.description(),
                sampledBits,
                fillRatio,
                Math.round(layout.estimateElements(countable, geometry.totalBits(), geometry.hashes())),
                layout.falsePositiveRateAtFill(fillRatio, geometry.hashes()),
                generation.description().memoryBytes());
    }
}
