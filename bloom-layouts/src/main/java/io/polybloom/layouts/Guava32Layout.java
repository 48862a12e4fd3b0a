package io.polybloom.layouts;

import io.polybloom.layout.Geometry;

/** The layout {@code guava-32}: Guava's BloomFilter with the strategy MURMUR128_MITZ_32 on a Redis string. Frozen. */
public final class Guava32Layout extends GuavaLayout {

    static final String ID = "guava-32";

    /** Creates the layout, for {@link java.util.ServiceLoader}. */
    public Guava32Layout() {}

    @Override
    public String id() {
        return ID;
    }

    @Override
    public int locate(byte[] element, int length, Geometry geometry, long[] offsets, int at) {
        DoubleHashing32.locate(element, length, geometry.partitionBits(), geometry.hashes(), offsets, at);
        return 0;
    }

    @Override
    long reachableBits(long bits) {
        return Math.min(bits, DoubleHashing32.LIMIT);
    }
}
