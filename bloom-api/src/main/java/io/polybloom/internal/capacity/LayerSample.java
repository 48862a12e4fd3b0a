package io.polybloom.internal.capacity;

import io.polybloom.LayerStats;
import io.polybloom.internal.filter.Precision;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.redis.Answers;
import io.polybloom.internal.redis.Commands;
import io.polybloom.layout.Layout;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A sample of one layer: all bits of a small layer; of a larger one, evenly spaced blocks, so that the sample costs the
 * same at any size. Counters are read, since no command counts those above 0; bits are counted by the server.
 */
final class LayerSample extends Sample {

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
