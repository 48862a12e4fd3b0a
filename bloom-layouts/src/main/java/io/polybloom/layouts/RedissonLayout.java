package io.polybloom.layouts;

import com.dynatrace.hash4j.hashing.HashValue128;
import io.polybloom.layout.BitBudget;
import io.polybloom.layout.ForeignRecord;
import io.polybloom.layout.Geometry;
import io.polybloom.layout.Sizing;
import java.util.Optional;

/** The layout {@code redisson}: RBloomFilter of Redisson 4, HighwayHash-128 and two alternating steps. Frozen. */
public final class RedissonLayout extends SingleKeyLayout {

    static final long MAX_BITS = 2L * Integer.MAX_VALUE;

    /** The number of hashes for a rate of 0. */
    static final int MAX_HASHES = 1074;

    private static final long[] KEY = {
        0x9e3779b97f4a7c15L, 0xf39cc0605cedc834L, 0x1082276bf3a27251L, 0xf86c6a11d0c18e95L
    };

    private static final RedissonRecord RECORD = new RedissonRecord();

    /** Creates the layout, for {@link java.util.ServiceLoader}. */
    public RedissonLayout() {}

    @Override
    public String id() {
        return "redisson";
    }

    @Override
    public Optional<ForeignRecord> storedParameters() {
        return Optional.of(RECORD);
    }

    @Override
    public boolean allowsRate(double falsePositiveRate) {
        return RedissonRecord.allowsRate(falsePositiveRate);
    }

    @Override
    public BitBudget size(long capacity, double falsePositiveRate, Sizing sizing) {
        long bits = TextbookSizing.bits("Redisson", capacity, falsePositiveRate, MAX_BITS);
        return new BitBudget(bits, TextbookSizing.hashes(bits, capacity));
    }

    @Override
    public long maxPartitionBits() {
        return MAX_BITS;
    }

    @Override
    public int maxHashes() {
        return MAX_HASHES;
    }

    @Override
    public int locate(byte[] element, int length, Geometry geometry, long[] offsets, int at) {
        HashValue128 hash = hash(element, length);
        long h1 = hash.getLeastSignificantBits();
        long h2 = hash.getMostSignificantBits();
        long value = h1;
        for (int i = 0; i < geometry.hashes(); i++) {
            offsets[at + i] = (value & Long.MAX_VALUE) % geometry.partitionBits();
            value += i % 2 == 0 ? h2 : h1;
        }
        return 0;
    }

    static HashValue128 hash(byte[] element, int length) {
        return HighwayHash.hash128(KEY, element, length);
    }
}
