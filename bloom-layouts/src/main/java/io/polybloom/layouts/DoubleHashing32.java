package io.polybloom.layouts;

import com.dynatrace.hash4j.hashing.HashValue128;

/**
 * 32-bit double hashing over the first word of murmur3_x64_128, as in Guava's MURMUR128_MITZ_32 and the helper classes
 * modelled on it: {@code x = h1 + i h2}, i = 1 to k, in 32 bits, {@code ~x} if it is negative.
 */
final class DoubleHashing32 {

    /** All values lie below this limit. */
    static final long LIMIT = 1L << 31;

    private DoubleHashing32() {}

    static void locate(byte[] element, int length, long modulus, int hashes, long[] offsets, int at) {
        HashValue128 hash = Murmur3.hash(element, length);
        long word = Murmur3.h1(hash);
        int step = (int) (word >>> 32);
        int value = (int) word;
        for (int i = 0; i < hashes; i++) {
            value += step;
            offsets[at + i] = (value < 0 ? ~value : value) % modulus;
        }
    }
}
