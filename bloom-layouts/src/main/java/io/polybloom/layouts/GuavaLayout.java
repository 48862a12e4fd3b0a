package io.polybloom.layouts;

import io.polybloom.layout.BitBudget;
import io.polybloom.layout.Sizing;

/**
 * The common part of the two strategies of Guava's BloomFilter: the sizing of Guava 33.4.0 and later, and bits that
 * fill whole longs. Guava itself supports up to 2^37 bits, a Redis string up to 2^32.
 */
abstract class GuavaLayout extends SingleKeyLayout {

    static final int MAX_HASHES = 255;

    @Override
    public BitBudget size(long capacity, double falsePositiveRate, Sizing sizing) {
        int hashes = TextbookSizing.hashes(falsePositiveRate);
        if (hashes > MAX_HASHES) {
            throw new IllegalArgumentException("a filter of Guava has at most " + MAX_HASHES + " hashes, but a rate of "
                    + falsePositiveRate + " needs " + hashes);
        }
        return new BitBudget(TextbookSizing.bits("Guava", capacity, falsePositiveRate, maxPartitionBits()), hashes);
    }

    @Override
    public long roundPartitionBits(long bits) {
        return Math.addExact(bits, Long.SIZE - 1) / Long.SIZE * Long.SIZE;
    }

    @Override
    public int maxHashes() {
        return MAX_HASHES;
    }
}
