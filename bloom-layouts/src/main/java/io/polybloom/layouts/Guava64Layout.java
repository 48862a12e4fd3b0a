package io.polybloom.layouts;

import com.dynatrace.hash4j.hashing.HashValue128;
import io.polybloom.layout.Geometry;

/** The layout {@code guava-64}: Guava's BloomFilter with the strategy MURMUR128_MITZ_64 on a Redis string. Frozen. */
public final class Guava64Layout extends GuavaLayout {

    static final String ID = "guava-64";

    /** Creates the layout, for {@link java.util.ServiceLoader}. */
    public Guava64Layout() {}

    @Override
    public String id() {
        return ID;
    }

    @Override
    public int locate(byte[] element, int length, Geometry geometry, long[] offsets, int at) {
        HashValue128 hash = Murmur3.hash(element, length);
        long step = Murmur3.h2(hash);
        long value = Murmur3.h1(hash);
        for (int i = 0; i < geometry.hashes(); i++) {
            offsets[at + i] = (value & Long.MAX_VALUE) % geometry.partitionBits();
            value += step;
        }
        return 0;
    }
}
