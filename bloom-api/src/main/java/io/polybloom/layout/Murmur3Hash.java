package io.polybloom.layout;

import com.dynatrace.hash4j.hashing.HashValue128;
import com.dynatrace.hash4j.hashing.Hasher128;
import com.dynatrace.hash4j.hashing.Hashing;

/**
 * The hash {@code murmur3-128}: the words of murmur3_x64_128 (Appleby, MurmurHash3.cpp). With seed 0 both words of the
 * empty element would be 0, and all of its offsets the same; hence a seed other than 0. Frozen.
 */
final class Murmur3Hash extends ElementHash {

    static final Murmur3Hash INSTANCE = new Murmur3Hash();

    /** The letters "poly". */
    private static final int SEED = 0x706f6c79;

    private static final Hasher128 HASHER = Hashing.murmur3_128(SEED);

    private Murmur3Hash() {}

    @Override
    public String id() {
        return MURMUR3;
    }

    @Override
    HashValue128 hash(byte[] element, int length) {
        return HASHER.hashBytesTo128Bits(element, 0, length);
    }
}
