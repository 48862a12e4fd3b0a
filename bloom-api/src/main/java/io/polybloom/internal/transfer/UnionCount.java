package io.polybloom.internal.transfer;

import io.polybloom.OverCapacityException;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.redis.Steps;
import io.polybloom.step.Step;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Counts the bits of a union and of each of its members, filters of one layer, before anything is merged. So a filter
 * that rejects stays as it is when the union does not fit.
 */
final class UnionCount {

    private final List<UnionMember> members;
    private final Layer shape;
    private final long[] bits;
    private long unionBits;

    UnionCount(List<UnionMember> members) {
        this.members = members;
        this.shape = members.get(0).generation().newest();
        this.bits = new long[members.size()];
    }

    /**
     * Returns the steps that refuse a union which is fuller than the capacity and than each member.
     *
     * @param name the target
     * @param capacity the number of elements that it may have
     */
    Step<Void> requireRoom(String name, long capacity) {
        return Steps.each(shape.partitions().iterator(), this::count).also(counted -> {
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
        });
    }

    /** The last piece first, as a snapshot is read. */
    private Step<Void> count(Partition partition) {
        int last = UnionReader.pieces(partition) - 1;
        return Steps.each(IntStream.rangeClosed(0, last).iterator(), piece -> count(partition, last - piece));
    }

    private Step<Void> count(Partition partition, int piece) {
        byte[] union = new byte[UnionReader.length(partition, piece)];
        return Steps.each(
                        IntStream.range(0, members.size()).iterator(),
                        index -> members.get(index)
                                .read(partition, piece)
                                .also(bytes -> {
                                    bits[index] += ones(bytes);
                                    UnionReader.merge(bytes, union);
                                })
                                .asVoid())
                .also(read -> unionBits += ones(union));
    }

    private long elements() {
        double all = (double) shape.partition(0).bits() * shape.geometry().partitions();
        // There is no estimate for a filter whose bits are all set.
        double fill = Math.min(unionBits / all, 1 - 0.5 / all);
        return Math.round(
                shape.layout().estimateElements(fill, all, shape.geometry().hashes()));
    }

    /** Returns the number of bits that are set. */
    static long ones(byte[] bytes) {
        long ones = 0;
        for (byte octet : bytes) {
            ones += Integer.bitCount(octet & 0xff);
        }
        return ones;
    }
}
