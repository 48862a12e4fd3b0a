package io.polybloom.internal.window;

import io.polybloom.LayerStats;
import io.polybloom.internal.capacity.Precision;
import io.polybloom.internal.capacity.Sample;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.redis.Answers;
import io.polybloom.internal.redis.Bitfield;
import io.polybloom.internal.redis.Commands;
import io.polybloom.layout.Layout;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A sample of the remembered slices of a filter with a window: all cells of a small partition, or evenly spaced blocks
 * of them. The cells are read, since no command counts the bits of a column.
 */
final class SliceSample extends Sample {

    private final Precision precision;
    private final int partitions;
    private final Columns cells;
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
        this.cells = Columns.of(layer);
        for (long slice = layer.number() - cells.width() + 1; slice <= layer.number(); slice++) {
            if (cells.isIn(slice, cells.counted())) {
                slices.add(slice);
            }
        }
        this.used = new long[slices.size()];
    }

    @Override
    protected Stream<Batch> batches() {
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
     * Counts in the last place in which the partition is alive, and was there when its cells were read: it may arrive
     * between the reads of its cells and of its trailer.
     */
    @Override
    protected Optional<Partition> measure(Partition partition, List<Command> commands, List<Reply> replies) {
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
    protected List<LayerStats> stats(Layout layout) {
        int first = 0;
        while (first < used.length - 1 && used[first] == 0) {
            first++;
        }
        return Arrays.stream(used, first, used.length)
                .mapToObj(set -> stats(layout, layer.geometry().totalBits(), sampled, set, false))
                .toList();
    }
}
