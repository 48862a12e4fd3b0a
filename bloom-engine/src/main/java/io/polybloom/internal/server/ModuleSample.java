package io.polybloom.internal.server;

import io.polybloom.LayerStats;
import io.polybloom.internal.capacity.Sample;
import io.polybloom.internal.model.Layer;
import io.polybloom.layout.Layout;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import java.util.List;
import java.util.stream.Stream;

/**
 * The server's own statements about its filters, which are the partitions of one layer: all partitions, since each
 * counts its own elements and nothing else has to be read.
 */
final class ModuleSample extends Sample {

    /**
     * The part of the rate that the first filter of a series has; each later filter has half the rate of the previous
     * one.
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
    protected Stream<Batch> batches() {
        return layer.partitions()
                .map(partition -> batch(
                        partition, List.of(ModuleCommands.info(layer.storage().keyOfElements(partition)))));
    }

    @Override
    protected boolean measure(List<Command> commands, List<Reply> replies) {
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
    protected List<LayerStats> stats(Layout layout) {
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
     * Returns the rate of one of the server's filters, from the number of its elements: of a series of filters, all but
     * the last are full, and each is twice as large as the one before and errs half as often.
     */
    private double rate(ModuleInfo info) {
        double rate = layer.filter().falsePositiveRate();
        if (!layer.refusesWhenFull()) {
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
