package io.polybloom.layout;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Optional;

/**
 * The hash that turns the bytes of an element into the two words h1 and h2, from which a native layout derives its
 * bits. A filter keeps its hash for life. Immutable and thread-safe.
 */
public abstract sealed class ElementHash permits Murmur3Hash, SipHash {

    /** The number of words of a hash. */
    public static final int WORDS = 2;

    /** The id of the hash that has no key. */
    public static final String MURMUR3 = "murmur3-128";

    /** The id of the hash that has a secret key. */
    public static final String SIPHASH = "siphash-2-4";

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    ElementHash() {}

    /** Returns murmur3_x64_128 with the seed of the native layouts, for elements that no adversary chooses. */
    public static ElementHash murmur3() {
        return Murmur3Hash.INSTANCE;
    }

    /**
     * Returns SipHash-2-4 under a key, for elements that an adversary may choose.
     *
     * @param key the 16 bytes of the key as 32 lower-case hexadecimal digits
     * @throws IllegalArgumentException if the key is not of this form
     */
    public static ElementHash keyed(String key) {
        return new SipHash(key);
    }

    /** Returns the name under which the hash is stored in a filter's parameters. */
    public abstract String id();

    /** Returns the secret key as 32 hexadecimal digits; empty if the hash has none. No other method reveals it. */
    public Optional<String> key() {
        return Optional.empty();
    }

    /** Returns whether the hash has a secret key. */
    public boolean isKeyed() {
        return key().isPresent();
    }

    /**
     * Hashes an element. No object is made for the two words, since mirrors hash millions of elements a second.
     *
     * @param element holds the element's bytes from index 0
     * @param words receives h1, at index {@code at}
     * @return h2
     */
    abstract long hash(byte[] element, int length, long[] words, int at);

    /**
     * Returns the value z(i) of an element; i may be negative. The native layouts derive all bits from these values:
     * {@code z(i) = fmix64(h1 + i * h2)}, where fmix64 is murmur3's 64-bit finaliser (Appleby, MurmurHash3.cpp). Each
     * value has its own finaliser because plain double hashing modulo m cannot reach small error rates (Dillinger and
     * Manolios 2004).
     */
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

    /** Returns a word of an element in little-endian order. */
    static long word(byte[] element, int from) {
        return (long) LONG.get(element, from);
    }

    /** Returns the last bytes of an element, fewer than eight, as the low bytes of a word in little-endian order. */
    static long lastBytes(byte[] element, int from, int end) {
        long word = 0;
        for (int i = end - 1; i >= from; i--) {
            word = word << Byte.SIZE | element[i] & 0xffL;
        }
        return word;
    }

    @Override
    public String toString() {
        return id();
    }
}
