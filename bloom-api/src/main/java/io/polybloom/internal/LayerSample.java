package io.polybloom.internal;

import io.polybloom.LayerStats;
import io.polybloom.layout.Geometry;
import io.polybloom.layout.Layout;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A sample of one layer: all bits of a small layer; of a larger one, evenly spaced blocks, so that it costs the same at any
 * size.
 */
final class LayerSample {

    /**
     * 64 blocks of 8 KiB hold 4 million bits, which bounds the standard error of the fill ratio by 0.00025; by 0.0007 in the layout
     * {@code blocked-v1}, whose bits are set in clusters (at capacity, rates down to 1e-9).
     */
    static final int FINE = 64;

    /** 4 blocks of 8 KiB bound the standard error by 0.001, or 0.003, which is enough while much room is left. */
    static final int COARSE = 4;

    private static final int BLOCK_BYTES = 8 * 1024;

    private final Layer layer;
    private final int blocks;
    private final int partitions;
    private final Map<Batch, Partition> sent = new IdentityHashMap<>();
    private long sampledBits;
    private long setBits;
    private boolean sealed = true;

    /**
     * Prepares a sample.
     *
     * @param blocks {@link #FINE} or {@link #COARSE}
     */
    LayerSample(Layer layer, int blocks) {
        this.layer = layer;
        this.blocks = blocks;
        this.partitions = Math.min(layer.geometry().partitions(), blocks);
    }

    /** What to ask, one batch per partition that is looked at. */
    Stream<Batch> batches() {
        return IntStream.range(0, partitions).mapToObj(this::batch);
    }

    /** Takes the replies to one of the batches, and no notice of others; the value is the partition if it is not alive. */
    Optional<Partition> take(Batch batch, List<Reply> replies) {
        Partition partition = sent.remove(batch);
        if (partition == null) {
            return Optional.empty();
        }
        List<Command> commands = batch.commands();
        int last = commands.size() - 1;
        for (int i = 0; i < last; i++) {
            setBits += Answers.integer(commands.get(i), replies.get(i));
        }
        PartitionAnswer trailer = PartitionAnswer.read(commands.get(last), replies.get(last), 0);
        sealed &= trailer.isSealed();
        return trailer.isAlive() ? Optional.empty() : Optional.of(partition);
    }

    LayerStats stats(Layout layout) {
        Geometry geometry = layer.geometry();
        double fillRatio = (double) setBits / sampledBits;
        // A sample without a zero says only that less than about one bit in sampledBits is zero.
        double countable = Math.min(fillRatio, 1 - 0.5 / sampledBits);
        return new LayerStats(
                geometry,
                layer.capacity(),
                sampledBits,
                fillRatio,
                Math.round(layout.estimateElements(countable, geometry.totalBits(), geometry.hashes())),
                layout.falsePositiveRateAtFill(fillRatio, geometry.hashes()),
                sealed);
    }

    private Batch batch(int index) {
        Partition partition =
                layer.partition((int) ((long) index * layer.geometry().partitions() / partitions));
        byte[] key = partition.key();
        List<Command> commands = new ArrayList<>();
        long bytes = partition.bits() / 8;
        int share = blocks / partitions;
        if (bytes <= (long) share * BLOCK_BYTES) {
            commands.add(count(key, 0, bytes));
        } else {
            for (int block = 0; block < share; block++) {
                long first = share == 1 ? 0 : block * (bytes - BLOCK_BYTES) / (share - 1);
                commands.add(count(key, first, BLOCK_BYTES));
            }
        }
        // Last, so that a key that is lost between two commands is noticed.
        commands.add(Commands.trailer(key, partition.bits()));
        Batch batch = partition.batch(commands);
        sent.put(batch, partition);
        return batch;
    }

    private Command count(byte[] key, long firstByte, long bytes) {
        sampledBits += 8 * bytes;
        return Commands.countBits(key, firstByte, firstByte + bytes - 1);
    }
}
