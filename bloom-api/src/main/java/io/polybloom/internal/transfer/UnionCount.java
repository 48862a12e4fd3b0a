package io.polybloom.internal.transfer;

import io.polybloom.OverCapacityException;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.model.Partition;
import io.polybloom.step.Step;
import java.util.Arrays;
import java.util.List;

/**
 * Counts the bits of a union and of each of its members, filters of one layer, before anything is merged. So a filter
 * that rejects stays as it is when the union does not fit.
 */
final class UnionCount {

    private final UnionReader reader;
    private final List<Layer> members;
    private final long[] bits;
    private long unionBits;

    UnionCount(UnionReader reader, List<Generation> members) {
        this.reader = reader;
        this.members = members.stream().map(Generation::newest).toList();
        this.bits = new long[members.size()];
    }

    /**
     * Returns the steps that refuse a union which is fuller than the capacity and than each member.
     *
     * @param name the target
     * @param capacity the number of elements that it may have
     */
    Step<Void> requireRoom(String name, long capacity) {
        return countFrom(0, 0).then(counted -> {
            long elements = elements();
            boolean isFullerThanAny = unionBits > Arrays.stream(bits).max().orElse(0);
            if (elements > capacity && isFullerThanAny) {
                throw new OverCapacityException(
                        name,
                        capacity,
                        "the union has about " + elements + " elements, more than the capacity of " + capacity
                                + " of the filter '" + name
                                + "', whose policy is REJECT. Nothing was changed: create a larger"
                                + " filter and load the elements into it");
            }
            return Step.done();
        });
    }

    private Step<Void> countFrom(int partition, int piece) {
        Layer first = members.get(0);
        if (partition == first.geometry().partitions()) {
            return Step.done();
        }
        if (piece == UnionReader.pieces(first.partition(partition))) {
            return countFrom(partition + 1, 0);
        }
        List<Partition> partitions =
                members.stream().map(member -> member.partition(partition)).toList();
        return count(partitions, piece, 0, new byte[0]).then(counted -> countFrom(partition, piece + 1));
    }

    private Step<Void> count(List<Partition> partitions, int piece, int index, byte[] union) {
        if (index == partitions.size()) {
            unionBits += ones(union);
            return Step.done();
        }
        return reader.read(partitions.get(index), piece).then(bytes -> {
            bits[index] += ones(bytes);
            byte[] merged = Arrays.copyOf(union, bytes.length);
            UnionReader.merge(bytes, merged);
            return count(partitions, piece, index + 1, merged);
        });
    }

    private long elements() {
        Layer layer = members.get(0);
        double all = (double) layer.partition(0).bits() * layer.geometry().partitions();
        // There is no estimate for a filter whose bits are all set.
        double fill = Math.min(unionBits / all, 1 - 0.5 / all);
        return Math.round(
                layer.layout().estimateElements(fill, all, layer.geometry().hashes()));
    }

    private static long ones(byte[] bytes) {
        long ones = 0;
        for (byte octet : bytes) {
            ones += Integer.bitCount(octet & 0xff);
        }
        return ones;
    }
}
