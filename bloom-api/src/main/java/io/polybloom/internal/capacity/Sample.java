package io.polybloom.internal.capacity;

import io.polybloom.LayerStats;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.redis.BitAnswer;
import io.polybloom.internal.redis.Commands;
import io.polybloom.layout.Layout;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/** A measurement of one layer that is in progress. The trailer of each partition is read after the measurement. */
abstract class Sample {

    final Layer layer;
    private final Map<Batch, Partition> sent = new IdentityHashMap<>();
    private boolean sealed = true;

    Sample(Layer layer) {
        this.layer = layer;
    }

    /** Returns the commands of the sample, one {@link #batch} per sampled partition. */
    abstract Stream<Batch> batches();

    /** Returns the measurement, or that of each slice of a filter with a window, oldest first. */
    abstract List<LayerStats> stats(Layout layout);

    /**
     * Takes the replies of a partition; the value is the partition if it is not alive.
     *
     * @param replies one for each command
     */
    Optional<Partition> measure(Partition partition, List<Command> commands, List<Reply> replies) {
        int measuring = layer.hasTrailer() ? commands.size() - 1 : commands.size();
        if (!measure(commands.subList(0, measuring), replies)) {
            return Optional.of(partition);
        }
        if (!layer.hasTrailer()) {
            sealed = false;
            return Optional.empty();
        }
        BitAnswer trailer = BitAnswer.read(partition, commands.get(measuring), replies.get(measuring), 0);
        sealed &= trailer.isSealed();
        return trailer.isAlive() ? Optional.empty() : Optional.of(partition);
    }

    /**
     * Takes the replies of a partition.
     *
     * @param replies one for each command, and perhaps one more
     * @return whether the partition exists
     */
    boolean measure(List<Command> commands, List<Reply> replies) {
        throw new IllegalStateException("this sample takes commands and trailers together");
    }

    /**
     * Returns the commands that read a string as a whole if it is small, and otherwise evenly spaced blocks of it.
     *
     * @param size the length of the string, in bytes or groups of them
     * @param blocks the number of blocks, at least 1
     * @param block the length of a block
     * @param reading reads a part of the string, by its beginning and its length
     */
    static List<Command> blocks(long size, int blocks, long block, BiFunction<Long, Long, Command> reading) {
        if (size <= blocks * block) {
            return List.of(reading.apply(0L, size));
        }
        List<Command> commands = new ArrayList<>();
        for (int i = 0; i < blocks; i++) {
            commands.add(reading.apply(blocks == 1 ? 0 : i * (size - block) / (blocks - 1), block));
        }
        return commands;
    }

    /** Returns a batch that measures a partition and reads its trailer, if it has one. */
    final Batch batch(Partition partition, List<Command> measuring) {
        List<Command> commands = new ArrayList<>(measuring);
        if (layer.hasTrailer()) {
            // Last, so that a key that is lost between two commands is noticed.
            commands.add(Commands.trailer(partition));
        }
        return sent(partition, commands);
    }

    /** Returns a batch of commands on a partition, whose replies {@link #measure} will take. */
    final Batch sent(Partition partition, List<Command> commands) {
        Batch batch = partition.batch(commands);
        sent.put(batch, partition);
        return batch;
    }

    /**
     * Takes the replies to one of the batches and ignores other batches; the value is the partition if it is not alive.
     */
    final Optional<Partition> take(Batch batch, List<Reply> replies) {
        Partition partition = sent.remove(batch);
        return partition == null ? Optional.empty() : measure(partition, batch.commands(), replies);
    }

    /**
     * Returns the measurement of bits, or of counters, of which a sample was read.
     *
     * @param bits how many there are
     * @param sampled how many of them were read
     * @param used how many of these were set
     * @param isSealed whether they take no new elements
     */
    final LayerStats stats(Layout layout, double bits, long sampled, long used, boolean isSealed) {
        int hashes = layer.geometry().hashes();
        double fillRatio = (double) used / sampled;
        // A sample without a zero shows only that the share of zeros is below about one in the number of sampled bits.
        double countable = Math.min(fillRatio, 1 - 0.5 / sampled);
        return new LayerStats(
                layer.geometry(),
                layer.capacity(),
                sampled,
                fillRatio,
                Math.round(layout.estimateElements(countable, bits, hashes)),
                layout.falsePositiveRateAtFill(fillRatio, hashes),
                isSealed);
    }

    /** Returns whether all partitions that have answered are sealed. */
    final boolean areSealed() {
        return sealed;
    }
}
