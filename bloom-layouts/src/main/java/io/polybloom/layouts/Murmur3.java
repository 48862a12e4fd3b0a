package io.polybloom.layouts;

import com.dynatrace.hash4j.hashing.HashValue128;
import com.dynatrace.hash4j.hashing.Hasher128;
import com.dynatrace.hash4j.hashing.Hashing;

/** murmur3_x64_128 with seed 0: its first word is h1, its second h2. */
final class Murmur3 {

    private static final Hasher128 HASHER = Hashing.murmur3_128();

    private Murmur3() {}

    static HashValue128 hash(byte[] element, int length) {
        return HASHER.hashBytesTo128Bits(element, 0, length);
    }

    static long h1(HashValue128 hash) {
        return hash.getLeastSignificantBits();
    }

    static long h2(HashValue128 hash) {
        return hash.getMostSignificantBits();
    }
}
