package io.polybloom.internal.opening;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Computes, on paper as it were, an element of 16 bytes that murmur3_x64_128 takes for another one: all its steps can
 * be undone.
 */
final class Murmur3Collision {

    private static final long C1 = 0x87c37b91114253d5L;
    private static final long C2 = 0x4cf5ad432745937fL;
    private static final int LENGTH = 16;

    private Murmur3Collision() {}

    /** The element with these two words. */
    static byte[] with(long seed, long wordOne, long wordTwo) {
        long h2 = wordTwo - wordOne;
        long h1 = wordOne - h2;
        h1 = undoMix(h1);
        h2 = undoMix(h2);
        h2 -= h1;
        h1 -= h2;
        h1 ^= LENGTH;
        h2 ^= LENGTH;
        long beforeTwo = Long.rotateRight((h2 - 0x38495ab5L) * inverse(5) - h1, 31) ^ seed;
        long beforeOne = Long.rotateRight((h1 - 0x52dce729L) * inverse(5) - seed, 27) ^ seed;
        return ByteBuffer.allocate(LENGTH)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(Long.rotateRight(beforeOne * inverse(C2), 31) * inverse(C1))
                .putLong(Long.rotateRight(beforeTwo * inverse(C1), 33) * inverse(C2))
                .array();
    }

    private static long undoMix(long mixed) {
        long value = mixed;
        value ^= value >>> 33;
        value *= inverse(0xc4ceb9fe1a85ec53L);
        value ^= value >>> 33;
        value *= inverse(0xff51afd7ed558ccdL);
        value ^= value >>> 33;
        return value;
    }

    private static long inverse(long factor) {
        return BigInteger.valueOf(factor)
                .modInverse(BigInteger.ONE.shiftLeft(Long.SIZE))
                .longValue();
    }
}
