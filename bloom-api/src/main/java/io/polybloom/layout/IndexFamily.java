package io.polybloom.layout;

/**
 * The family of hash values of the native layouts: {@code z(i) = fmix64(h1 + i * h2)}, where h1 and h2 are the words of
 * the element's hash and fmix64 is murmur3's 64-bit finaliser (Appleby, MurmurHash3.cpp). Each value has its own
 * finaliser because plain double hashing modulo m cannot reach small error rates (Dillinger and Manolios 2004).
 */
final class IndexFamily {

    private IndexFamily() {}

    /** Returns the value z(i) of an element; i may be negative. */
    static long value(long h1, long h2, long i) {
        return mix(h1 + i * h2);
    }

    /** Returns the high 64 bits of the unsigned product z * n: a number in [0, n), for n from 1 to 2^63 - 1. */
    static long pick(long z, long n) {
        return Math.multiplyHigh(z, n) + ((z >> 63) & n);
    }

    /** Returns the partition of an element among the given number of partitions. */
    static int partition(long h1, long h2, int partitions) {
        return (int) pick(value(h1, h2, -1), partitions);
    }

    /** Returns fmix64 of a value. */
    static long mix(long value) {
        long mixed = value;
        mixed ^= mixed >>> 33;
        mixed *= 0xff51afd7ed558ccdL;
        mixed ^= mixed >>> 33;
        mixed *= 0xc4ceb9fe1a85ec53L;
        mixed ^= mixed >>> 33;
        return mixed;
    }
}
