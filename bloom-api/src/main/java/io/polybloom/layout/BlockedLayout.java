package io.polybloom.layout;

import java.util.OptionalInt;

/**
 * The native layouts {@code blocked-v1} and {@code words-v1}: all bits of an element lie in one block of 512 bits, or
 * of 64. Frozen.
 */
final class BlockedLayout implements HashedLayout {

    /** The most blocks per element. More would be needed only for rates below about 1e-30. */
    private static final long MOST_BLOCKS_PER_ELEMENT = 64;

    private final String id;
    private final BlockedTheory theory;
    private final ElementHash elementHash;
    private final int blockBits;

    /** The bits of a hash value that make one offset within a block: 9 for a block of 512 bits. */
    private final int offsetBits;

    private final int offsetsPerValue;
    private final long mostBlocks;

    private BlockedLayout(String id, BlockedTheory theory, ElementHash elementHash) {
        this.id = id;
        this.theory = theory;
        this.elementHash = elementHash;
        this.blockBits = theory.blockBits();
        this.offsetBits = Integer.numberOfTrailingZeros(blockBits);
        this.offsetsPerValue = Long.SIZE / offsetBits;
        this.mostBlocks = Long.MAX_VALUE / 2 / blockBits;
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

    /**
     * Returns, for the number of hashes that the sizing asks for, the fewest blocks that keep the rate. Only basic
     * arithmetic is used, so that the result is the same on every platform.
     */
    @Override
    public BitBudget size(long capacity, double falsePositiveRate, Sizing sizing) {
        BitBudget compact = compact(capacity, falsePositiveRate);
        long blocks = compact.totalBits() / blockBits;
        return switch (sizing) {
            case COMPACT -> compact;
            case BALANCED -> fewestHashes(capacity, falsePositiveRate, blocks + blocks / 10);
            case FAST -> fewestHashes(capacity, falsePositiveRate, 2 * blocks);
        };
    }

    private BitBudget compact(long capacity, double rate) {
        long limit = capacity < mostBlocks / MOST_BLOCKS_PER_ELEMENT ? capacity * MOST_BLOCKS_PER_ELEMENT : mostBlocks;
        int best = 0;
        long blocks = limit + 1;
        for (int hashes = 1; hashes <= Geometry.MAX_HASHES && blocks > 1; hashes++) {
            if (isHonoured(capacity, rate, blocks - 1, hashes)) {
                best = hashes;
                blocks = fewest(capacity, rate, blocks - 1, hashes);
            }
        }
        if (best == 0) {
            throw new IllegalArgumentException("the layout " + id + " needs more than " + limit * blockBits
                    + " bits to hold " + capacity + " elements at a false-positive rate of " + rate
                    + ", whatever the number of hashes: ask for a higher rate or a smaller capacity, or use the"
                    + " layout " + Layouts.CLASSIC);
        }
        return new BitBudget(blocks * blockBits, best);
    }

    /** Returns the smallest k that keeps the rate with the given number of blocks; there must be one. */
    private BitBudget fewestHashes(long capacity, double rate, long enough) {
        long limit = Math.min(enough, mostBlocks);
        int hashes = 1;
        while (!isHonoured(capacity, rate, limit, hashes)) {
            hashes++;
        }
        return new BitBudget(fewest(capacity, rate, limit, hashes) * blockBits, hashes);
    }

    /** Returns the fewest blocks that keep the rate, by bisection; {@code enough} blocks are known to keep it. */
    private long fewest(long capacity, double rate, long enough, int hashes) {
        long tooFew = 0;
        long honoured = enough;
        while (honoured - tooFew > 1) {
            long middle = (tooFew + honoured) >>> 1;
            if (isHonoured(capacity, rate, middle, hashes)) {
                honoured = middle;
            } else {
                tooFew = middle;
            }
        }
        return honoured;
    }

    private boolean isHonoured(long capacity, double rate, long blocks, int hashes) {
        return theory.falsePositiveRate((double) capacity / blocks, hashes) <= rate;
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
    public ElementHash elementHash() {
        return elementHash;
    }

    @Override
    public void locate(long h1, long h2, Geometry geometry, long[] offsets, int at) {
        long blocks = geometry.partitionBits() / blockBits;
        long block = ElementHash.pick(ElementHash.value(h1, h2, 0), blocks) * blockBits;
        long value = 0;
        for (int j = 0; j < geometry.hashes(); j++) {
            if (j % offsetsPerValue == 0) {
                value = ElementHash.value(h1, h2, 1 + j / offsetsPerValue);
            }
            offsets[at + j] = block + (value & (blockBits - 1));
            value >>>= offsetBits;
        }
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
