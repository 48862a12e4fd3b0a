package io.polybloom.layouts;

import io.polybloom.layout.BitBudget;
import io.polybloom.layout.Geometry;
import io.polybloom.layout.Sizing;

/**
 * The layout {@code guava-helper}: the class BloomFilterHelper found in many articles, with 32-bit double hashing on
 * murmur3 and sizes of type {@code int}. As in the original, a size beyond 2^31 - 1 bits is silently reduced to 2^31 -
 * 1. Frozen.
 */
public final class GuavaHelperLayout extends SingleKeyLayout {

    /** The number of hashes for a rate of 0. */
    private static final int MAX_HASHES = 1074;

    /** Creates the layout, for {@link java.util.ServiceLoader}. */
    public GuavaHelperLayout() {}

    @Override
    public String id() {
        return "guava-helper";
    }

    @Override
    public boolean allowsRate(double falsePositiveRate) {
        return falsePositiveRate >= 0 && falsePositiveRate < 1;
    }

    @Override
    public BitBudget size(long capacity, double falsePositiveRate, Sizing sizing) {
        if (capacity > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("BloomFilterHelper has a capacity of at most " + Integer.MAX_VALUE
                    + ", since its type is int, not " + capacity);
        }
        long bits = TextbookSizing.bits("BloomFilterHelper", capacity, falsePositiveRate, Long.MAX_VALUE);
        int size = (int) Math.min(bits, maxPartitionBits());
        return new BitBudget(size, TextbookSizing.hashes(size, capacity));
    }

    @Override
    public long maxPartitionBits() {
        return Integer.MAX_VALUE;
    }

    @Override
    public int maxHashes() {
        return MAX_HASHES;
    }

    @Override
    public int locate(byte[] element, int length, Geometry geometry, long[] offsets, int at) {
        DoubleHashing32.locate(element, length, geometry.partitionBits(), geometry.hashes(), offsets, at);
        return 0;
    }
}
