package io.polybloom.internal.capacity;

import io.polybloom.LayerStats;
import io.polybloom.OverCapacity;
import io.polybloom.internal.model.Cells;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.model.Trailer;
import io.polybloom.internal.redis.Answers;
import io.polybloom.internal.redis.Bitfield;
import io.polybloom.internal.redis.Commands;
import io.polybloom.internal.redis.ModuleCommands;
import io.polybloom.internal.redis.ModuleInfo;
import io.polybloom.layout.Layout;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A measurement of one layer that is in progress. The trailer of each partition is read after the measurement. */
abstract class Sample {

    final Layer layer;
    private final Map<Batch, Partition> sent = new IdentityHashMap<>();
    private boolean sealed = true;

    Sample(Layer layer) {
        this.layer = layer;
    }

    /** Prepares the sample of a layer. */
    static Sample of(Layer layer, Precision precision) {
        if (layer.cells().areWide()) {
            return new SliceSample(layer, precision);
        }
        return layer.isOfServer() ? new ModuleSample(layer) : new LayerSample(layer, precision);
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
            commands.add(Bitfield.trailer(partition));
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
        Stream<Batch> batches() {
            return IntStream.range(0, partitions).mapToObj(this::batch);
        }

        @Override
        boolean measure(List<Command> commands, List<Reply> replies) {
            for (int i = 0; i < commands.size(); i++) {
                used += layer.hasCounters()
                        ? usedCounters(Answers.bytes(commands.get(i), replies.get(i)), layer.counterBits())
                        : Answers.integer(commands.get(i), replies.get(i));
            }
            return true;
        }

        @Override
        List<LayerStats> stats(Layout layout) {
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

    /**
     * A sample of the remembered slices of a filter with a window: all cells of a small partition, or evenly spaced
     * blocks of them. The cells are read, since no command counts the bits of a column.
     */
    private static final class SliceSample extends Sample {

        private final Precision precision;
        private final int partitions;
        private final Cells cells;
        private final List<Long> slices = new ArrayList<>();
        private final long[] used;
        private long sampled;

        /** The number of bytes in each block of each partition. */
        private long bytesOfABlock;

        /**
         * Prepares the sample.
         *
         * @param layer the keys at the present time
         */
        SliceSample(Layer layer, Precision precision) {
            super(layer);
            this.precision = precision;
            this.partitions = precision.partitions(layer.geometry().partitions());
            this.cells = layer.cells();
            for (long slice = layer.number() - cells.width() + 1; slice <= layer.number(); slice++) {
                if (cells.isIn(slice, cells.counted())) {
                    slices.add(slice);
                }
            }
            this.used = new long[slices.size()];
        }

        @Override
        Stream<Batch> batches() {
            return IntStream.range(0, partitions).mapToObj(index -> {
                int number = (int) ((long) index * layer.geometry().partitions() / partitions);
                List<Command> commands = new ArrayList<>();
                for (Partition place : layer.partition(number).trail()) {
                    commands.addAll(ranges(place));
                    // Last, so that a key that is lost between two commands is noticed.
                    commands.add(Bitfield.trailer(place));
                }
                return sent(layer.partition(number), commands);
            });
        }

        /** Eight cells take as many bytes as a cell has bits, so each block begins and ends with such a group. */
        private List<Command> ranges(Partition partition) {
            return blocks(
                    partition.bits() / Byte.SIZE / cells.width(),
                    precision.blocks(partitions),
                    Math.max(1, precision.blockBytes(partitions) / cells.width()),
                    (first, groups) -> range(partition, first, groups));
        }

        private Command range(Partition partition, long firstGroup, long groups) {
            long first = firstGroup * cells.width();
            bytesOfABlock = groups * cells.width();
            return Commands.range(partition.key(), first, first + bytesOfABlock - 1);
        }

        /**
         * Counts in the last place in which the partition is alive, and was there when its cells were read: it may
         * arrive between the reads of its cells and of its trailer.
         */
        @Override
        Optional<Partition> measure(Partition partition, List<Command> commands, List<Reply> replies) {
            List<Partition> trail = partition.trail();
            int length = commands.size() / trail.size();
            for (int place = trail.size() - 1; place >= 0; place--) {
                int from = place * length;
                int trailer = from + length - 1;
                List<byte[]> blocks = new ArrayList<>(length - 1);
                for (int i = from; i < trailer; i++) {
                    blocks.add(Answers.bytes(commands.get(i), replies.get(i)));
                }
                boolean areWhole = blocks.stream().allMatch(block -> block.length == bytesOfABlock);
                if (Bitfield.readTrailer(trail.get(place), commands.get(trailer), replies.get(trailer))
                                .isAlive()
                        && areWhole) {
                    blocks.forEach(this::count);
                    return Optional.empty();
                }
            }
            return Optional.of(partition);
        }

        private void count(byte[] bytes) {
            int read = bytes.length / cells.width() * Byte.SIZE;
            for (int cell = 0; cell < read; cell++) {
                long value = cells.read(bytes, cell);
                for (int i = 0; value != 0 && i < used.length; i++) {
                    used[i] += cells.isIn(slices.get(i), value) ? 1 : 0;
                }
            }
            sampled += read;
        }

        /** Returns the measurements from the first slice on in which an element was added. */
        @Override
        List<LayerStats> stats(Layout layout) {
            int first = 0;
            while (first < used.length - 1 && used[first] == 0) {
                first++;
            }
            return Arrays.stream(used, first, used.length)
                    .mapToObj(set -> stats(layout, layer.geometry().totalBits(), sampled, set, false))
                    .toList();
        }
    }

    /**
     * The server's own statements about its filters, which are the partitions of one layer: all partitions, since each
     * counts its own elements and nothing else has to be read.
     */
    private static final class ModuleSample extends Sample {

        /**
         * The part of the rate that the first filter of a series has; each later filter has half the rate of the
         * previous one.
         */
        private static final double FIRST_PART = 0.5;

        private long elements;
        private long bytes;
        private double rates;
        private int counted;

        ModuleSample(Layer layer) {
            super(layer);
        }

        @Override
        Stream<Batch> batches() {
            return layer.partitions()
                    .map(partition -> batch(partition, List.of(ModuleCommands.info(partition.filterKey()))));
        }

        @Override
        boolean measure(List<Command> commands, List<Reply> replies) {
            if (ModuleCommands.saysNoSuchFilter(replies.get(0))) {
                return false;
            }
            ModuleInfo info = ModuleInfo.read(commands.get(0), replies.get(0));
            elements += info.items();
            bytes += info.bytes();
            rates += rate(info);
            counted++;
            return true;
        }

        @Override
        List<LayerStats> stats(Layout layout) {
            double rate = counted == 0 ? 0 : rates / counted;
            return List.of(new LayerStats(
                    layer.geometry(),
                    layer.capacity(),
                    Byte.SIZE * bytes,
                    Math.pow(rate, 1.0 / layer.geometry().hashes()),
                    elements,
                    rate,
                    areSealed()));
        }

        /**
         * Returns the rate of one of the server's filters, from the number of its elements: of a series of filters, all
         * but the last are full, and each is twice as large as the one before and errs half as often.
         */
        private double rate(ModuleInfo info) {
            double rate = layer.rateOfPartition();
            if (layer.filter().overCapacity() != OverCapacity.REJECT) {
                rate *= FIRST_PART;
            }
            double capacity = (double) info.capacity() / ((1L << Math.min(info.filters(), Long.SIZE - 2)) - 1);
            double left = info.items();
            // By logarithms: 1 - p is 1 for the smallest rates.
            double absentEverywhere = 0;
            for (long filter = 0; filter < Math.min(info.filters(), Long.SIZE); filter++) {
                absentEverywhere += Math.log1p(-rateAtFill(rate, left / capacity));
                left = Math.max(0, left - capacity);
                capacity *= 2;
                rate *= FIRST_PART;
            }
            return -Math.expm1(absentEverywhere);
        }

        /** {@code (1 - 2^-load)^k} at k = -log2 p: at capacity half of the bits are set. */
        private static double rateAtFill(double rateAtCapacity, double load) {
            double hashes = -Math.log(rateAtCapacity) / Math.log(2);
            return Math.pow(-Math.expm1(-Math.log(2) * Math.min(1, load)), hashes);
        }
    }
}
