package io.polybloom.layout;

import com.dynatrace.hash4j.hashing.HashValue128;
import java.util.OptionalInt;

/** The native layout {@code blocked-v1}: all bits of an element lie in one block of 512 bits. Frozen. */
final class BlockedLayout implements Layout {

    static final int BLOCK_BITS = 512;

    /** The 9 bits of a hash value that make one offset within a block; seven such numbers fit into one value. */
    private static final int OFFSET_BITS = 9;

    private static final int OFFSETS_PER_VALUE = 7;

    private final ElementHash elementHash;

    BlockedLayout(ElementHash elementHash) {
        this.elementHash = elementHash;
    }

    @Override
    public String id() {
        return Layouts.BLOCKED;
    }

    @Override
    public OptionalInt blockBytes() {
        return OptionalInt.of(BLOCK_BITS / Byte.SIZE);
    }

    @Override
    public Layout withHash(ElementHash other) {
        return new BlockedLayout(other);
    }

    @Override
    public BitBudget size(long capacity, double falsePositiveRate, Sizing sizing) {
        return BlockedSizing.size(capacity, falsePositiveRate, sizing);
    }

    @Override
    public long capacity(BitBudget budget) {
        return Math.max(1, (long) estimateElements(0.5, budget.totalBits(), budget.hashes()));
    }

    @Override
    public long roundPartitionBits(long bits) {
        return Math.addExact(bits, BLOCK_BITS - 1) / BLOCK_BITS * BLOCK_BITS;
    }

    @Override
    public int locate(byte[] element, int length, Geometry geometry, long[] offsets, int at) {
        HashValue128 hash = elementHash.hash(element, length);
        long blocks = geometry.partitionBits() / BLOCK_BITS;
        long block = IndexFamily.pick(IndexFamily.value(hash, 0), blocks) * BLOCK_BITS;
        long value = 0;
        for (int j = 0; j < geometry.hashes(); j++) {
            if (j % OFFSETS_PER_VALUE == 0) {
                value = IndexFamily.value(hash, 1 + j / OFFSETS_PER_VALUE);
            }
            offsets[at + j] = block + (value & (BLOCK_BITS - 1));
            value >>>= OFFSET_BITS;
        }
        return IndexFamily.partition(hash, geometry.partitions());
    }

    @Override
    public double expectedFalsePositiveRate(double elements, double totalBits, int hashes) {
        return BlockedTheory.falsePositiveRate(elements / (totalBits / BLOCK_BITS), hashes);
    }

    @Override
    public double falsePositiveRateAtFill(double fillRatio, int hashes) {
        return BlockedTheory.falsePositiveRate(BlockedTheory.loadAtFill(fillRatio, hashes), hashes);
    }

    @Override
    public double estimateElements(double fillRatio, double totalBits, int hashes) {
        return BlockedTheory.loadAtFill(fillRatio, hashes) * (totalBits / BLOCK_BITS);
    }
}
