package io.polybloom.layout;

import java.util.OptionalInt;

/**
 * The native layouts {@code blocked-v1} and {@code words-v1}: all bits of an element lie in one block of 512 bits, or
 * of 64. Frozen.
 */
final class BlockedLayout implements Layout {

    private final String id;
    private final BlockedTheory theory;
    private final ElementHash elementHash;
    private final int blockBits;

    /** The bits of a hash value that make one offset within a block: 9 for a block of 512 bits. */
    private final int offsetBits;

    private final int offsetsPerValue;

    private BlockedLayout(String id, BlockedTheory theory, ElementHash elementHash) {
        this.id = id;
        this.theory = theory;
        this.elementHash = elementHash;
        this.blockBits = theory.blockBits();
        this.offsetBits = Integer.numberOfTrailingZeros(blockBits);
        this.offsetsPerValue = Long.SIZE / offsetBits;
    }

    /** Returns the layout {@code blocked-v1}: a block is a line of the server's cache. */
    static Layout ofLines(ElementHash elementHash) {
        return new BlockedLayout(Layouts.BLOCKED, new BlockedTheory(512), elementHash);
    }

    /** Returns the layout {@code words-v1}: a block is a number that BITFIELD can read. */
    static Layout ofWords(ElementHash elementHash) {
        return new BlockedLayout(Layouts.WORDS, new BlockedTheory(Long.SIZE), elementHash);
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public OptionalInt blockBytes() {
        return OptionalInt.of(blockBits / Byte.SIZE);
    }

    @Override
    public Layout withHash(ElementHash other) {
        return new BlockedLayout(id, theory, other);
    }

    @Override
    public BitBudget size(long capacity, double falsePositiveRate, Sizing sizing) {
        return BlockedSizing.size(id, theory, capacity, falsePositiveRate, sizing);
    }

    @Override
    public long capacity(BitBudget budget) {
        return Math.max(1, (long) estimateElements(0.5, budget.totalBits(), budget.hashes()));
    }

    @Override
    public long roundPartitionBits(long bits) {
        return Math.addExact(bits, blockBits - 1) / blockBits * blockBits;
    }

    @Override
    public int locate(byte[] element, int length, Geometry geometry, long[] offsets, int at) {
        long h2 = elementHash.hash(element, length, offsets, at);
        long h1 = offsets[at];
        long blocks = geometry.partitionBits() / blockBits;
        long block = IndexFamily.pick(IndexFamily.value(h1, h2, 0), blocks) * blockBits;
        long value = 0;
        for (int j = 0; j < geometry.hashes(); j++) {
            if (j % offsetsPerValue == 0) {
                value = IndexFamily.value(h1, h2, 1 + j / offsetsPerValue);
            }
            offsets[at + j] = block + (value & (blockBits - 1));
            value >>>= offsetBits;
        }
        return IndexFamily.partition(h1, h2, geometry.partitions());
    }

    @Override
    public double expectedFalsePositiveRate(double elements, double totalBits, int hashes) {
        return theory.falsePositiveRate(elements / (totalBits / blockBits), hashes);
    }

    @Override
    public double falsePositiveRateAtFill(double fillRatio, int hashes) {
        return theory.falsePositiveRate(theory.loadAtFill(fillRatio, hashes), hashes);
    }

    @Override
    public double estimateElements(double fillRatio, double totalBits, int hashes) {
        return theory.loadAtFill(fillRatio, hashes) * (totalBits / blockBits);
    }
}
