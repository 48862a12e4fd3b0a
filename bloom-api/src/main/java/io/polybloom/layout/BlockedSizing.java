package io.polybloom.layout;

/**
 * The sizing of blocked filters: for each number of hashes the fewest blocks that keep the rate. It uses only basic
 * arithmetic, so that the result is the same on every platform.
 */
final class BlockedSizing {

    /** The most blocks per element. More would be needed only for rates below about 1e-30. */
    private static final long MOST_BLOCKS_PER_ELEMENT = 64;

    private final String layout;
    private final BlockedTheory theory;
    private final long capacity;
    private final double rate;
    private final long mostBlocks;

    private BlockedSizing(String layout, BlockedTheory theory, long capacity, double rate) {
        this.layout = layout;
        this.theory = theory;
        this.capacity = capacity;
        this.rate = rate;
        this.mostBlocks = Long.MAX_VALUE / 2 / theory.blockBits();
    }

    static BitBudget size(String layout, BlockedTheory theory, long capacity, double falsePositiveRate, Sizing sizing) {
        BlockedSizing search = new BlockedSizing(layout, theory, capacity, falsePositiveRate);
        BlockBudget compact = search.compact();
        BlockBudget chosen = switch (sizing) {
            case COMPACT -> compact;
            case BALANCED -> search.fewestHashes(compact.blocks() + compact.blocks() / 10);
            case FAST -> search.fewestHashes(2 * compact.blocks());
        };
        return new BitBudget(chosen.blocks() * theory.blockBits(), chosen.hashes());
    }

    private BlockBudget compact() {
        long limit = capacity < mostBlocks / MOST_BLOCKS_PER_ELEMENT ? capacity * MOST_BLOCKS_PER_ELEMENT : mostBlocks;
        int best = 0;
        long blocks = limit + 1;
        for (int hashes = 1; hashes <= Geometry.MAX_HASHES && blocks > 1; hashes++) {
            if (isHonoured(blocks - 1, hashes)) {
                best = hashes;
                blocks = fewest(blocks - 1, hashes);
            }
        }
        if (best == 0) {
            throw new IllegalArgumentException("the layout " + layout + " needs more than "
                    + limit * theory.blockBits() + " bits to hold " + capacity
                    + " elements at a false-positive rate of " + rate
                    + ", whatever the number of hashes: ask for a higher rate or a smaller capacity, or use the layout "
                    + Layouts.CLASSIC);
        }
        return new BlockBudget(blocks, best);
    }

    /** Returns the smallest k that keeps the rate with the given number of blocks; there must be one. */
    private BlockBudget fewestHashes(long enough) {
        long limit = Math.min(enough, mostBlocks);
        int hashes = 1;
        while (!isHonoured(limit, hashes)) {
            hashes++;
        }
        return new BlockBudget(fewest(limit, hashes), hashes);
    }

    /** Returns the fewest blocks that keep the rate, by bisection; {@code enough} blocks are known to keep it. */
    private long fewest(long enough, int hashes) {
        long tooFew = 0;
        long honoured = enough;
        while (honoured - tooFew > 1) {
            long middle = (tooFew + honoured) >>> 1;
            if (isHonoured(middle, hashes)) {
                honoured = middle;
            } else {
                tooFew = middle;
            }
        }
        return honoured;
    }

    private boolean isHonoured(long blocks, int hashes) {
        return theory.falsePositiveRate((double) capacity / blocks, hashes) <= rate;
    }

    private record BlockBudget(long blocks, int hashes) {}
}
