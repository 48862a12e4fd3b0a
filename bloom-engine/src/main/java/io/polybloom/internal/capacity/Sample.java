package io.polybloom.internal.capacity;

import io.polybloom.LayerStats;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.model.Trailer;
import io.polybloom.internal.redis.Answers;
import io.polybloom.internal.redis.Bitfield;
import io.polybloom.internal.redis.Commands;
import io.polybloom.internal.seam.Seams;
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
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A measurement of one layer that is in progress. The trailer of each partition is read after the measurement. */
public abstract class Sample {

    private static final List<SampleRoom> ROOMS = Seams.of(SampleRoom.class);

    protected final Layer layer;
    private final Map<Batch, Partition> sent = new IdentityHashMap<>();
    private boolean sealed = true;

    protected Sample(Layer layer) {
        this.layer = layer;
    }

    /** Prepares the sample of a layer. */
    static Sample of(Layer layer, Precision precision) {
        return Seams.first(ROOMS, room -> room.sample(layer, precision))
                .orElseGet(() -> new LayerSample(layer, precision));
    }

    /** Returns the commands of the sample, one {@link #batch} per sampled partition. */
    protected abstract Stream<Batch> batches();

    /** Returns the measurement, or several if the cells of the layer are counted bit by bit, oldest first. */
    protected abstract List<LayerStats> stats(Layout layout);

    /**
     * Takes the replies of a partition; the value is the partition if it is not alive.
     *
     * @param replies one for each command
     */
    protected Optional<Partition> measure(Partition partition, List<Command> commands, List<Reply> replies) {
        int measuring = layer.hasTrailer() ? commands.size() - 1 : commands.size();
        if (!measure(commands.subList(0, measuring), replies)) {
            return Optional.of(partition);
        }
        if (!layer.hasTrailer()) {
            sealed = false;
            return Optional.empty();
        }
        Trailer trailer = Bitfield.readTrailer(partition, commands.get(measuring), replies.get(measuring));
        sealed &= trailer.isSealed();
        return trailer.isAlive() ? Optional.empty() : Optional.of(partition);
    }

    /**
     * Takes the replies of a partition.
     *
     * @param replies one for each command, and perhaps one more
     * @return whether the partition exists
     */
    protected boolean measure(List<Command> commands, List<Reply> replies) {
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
    protected static List<Command> blocks(long size, int blocks, long block, BiFunction<Long, Long, Command> reading) {
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
    protected final Batch batch(Partition partition, List<Command> measuring) {
        List<Command> commands = new ArrayList<>(measuring);
        if (layer.hasTrailer()) {
            // Last, so that a key that is lost between two commands is noticed.
            commands.add(Bitfield.trailer(partition));
        }
        return sent(partition, commands);
    }

    /** Returns a batch of commands on a partition, whose replies {@link #measure} will take. */
    protected final Batch sent(Partition partition, List<Command> commands) {
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
    protected final LayerStats stats(Layout layout, double bits, long sampled, long used, boolean isSealed) {
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
    protected final boolean areSealed() {
        return sealed;
    }

    /**
     * A sample of one layer: all bits of a small layer; of a larger one, evenly spaced blocks, so that the sample costs
     * the same at any size. Counters are read, since no command counts those above 0; bits are counted by the server.
     */
    static final class LayerSample extends Sample {

        private final Precision precision;
        private final int partitions;

        /** Bits or counters. */
        private long sampled;

        private long used;

        LayerSample(Layer layer, Precision precision) {
            super(layer);
            this.precision = precision;
            this.partitions = precision.partitions(layer.geometry().partitions());
        }

        @Override
        protected Stream<Batch> batches() {
            return IntStream.range(0, partitions).mapToObj(this::batch);
        }

        @Override
        protected boolean measure(List<Command> commands, List<Reply> replies) {
            for (int i = 0; i < commands.size(); i++) {
                used += layer.hasCounters()
                        ? usedCounters(Answers.bytes(commands.get(i), replies.get(i)), layer.counterBits())
                        : Answers.integer(commands.get(i), replies.get(i));
            }
            return true;
        }

        @Override
        protected List<LayerStats> stats(Layout layout) {
            double bits = (double) layer.partition(0).bits() * layer.geometry().partitions();
            return List.of(stats(layout, bits, sampled, used, areSealed()));
        }

        private Batch batch(int index) {
            Partition partition =
                    layer.partition((int) ((long) index * layer.geometry().partitions() / partitions));
            return batch(
                    partition,
                    blocks(
                            (partition.bits() + 7) / 8,
                            precision.blocks(partitions),
                            precision.blockBytes(partitions),
                            (first, bytes) -> count(partition, first, bytes)));
        }

        private Command count(Partition partition, long firstByte, long bytes) {
            sampled += Math.min(8 * bytes, partition.bits() - 8 * firstByte) / layer.counterBits();
            long lastByte = firstByte + bytes - 1;
            return layer.hasCounters()
                    ? Commands.range(partition.key(), firstByte, lastByte)
                    : Commands.countBits(partition.key(), firstByte, lastByte);
        }

        /** Returns how many counters are above 0, of those whose width divides a byte. */
        private static long usedCounters(byte[] bytes, int width) {
            long count = 0;
            int mask = (1 << width) - 1;
            for (byte each : bytes) {
                for (int shift = 0; shift < Byte.SIZE; shift += width) {
                    count += (each >> shift & mask) == 0 ? 0 : 1;
                }
            }
            return count;
        }
    }
}
